--TEST--
redislock run does not run the command while another holds the lock: exit code 75 or that of -E, a line unless -q
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$redis->call('SET', 'job', 'another');
foreach ([[], ['-E', '3'], ['--conflict-exit-code=0', '-q'], ['--wait', '0.2', '--quiet'], ['--wait', '0.2']] as $options) {
    echo implode(' ', $options), ': ';
    tell(redislock($redis, ['run', 'job', ...$options, '--', 'echo', 'was run']));
}
--EXPECT--
: redislock: "job" is held by another; the command was not run
-> 75
-E 3: redislock: "job" is held by another; the command was not run
-> 3
--conflict-exit-code=0 -q: -> 0
--wait 0.2 --quiet: -> 75
--wait 0.2: redislock: "job" was still held by another after a wait of 0.2 s; the command was not run
-> 75
