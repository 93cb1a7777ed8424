--TEST--
Without a Redis redislock run does not run the command: exit code 69 and a message, within its timeouts also where Redis hangs
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$hide = ["127.0.0.1:$redis->port" => 'REDIS'];
$redis->suspend();
$hung = redislock($redis, ['run', 'job', '--wait', '60', '--', 'echo', 'was run'], ['redislock.io_timeout' => '0.3']);
tell($hung, $hide);
var_dump($hung->seconds < 5);
$redis->resume();
$redis->stop();
tell(redislock($redis, ['run', 'job', '--wait', '60', '--', 'echo', 'was run']), $hide);
foreach ([['show', 'job'], ['list'], ['release', 'job', '--force']] as $words) {
    tell(redislock($redis, $words), $hide);
}
--EXPECT--
redislock: could not acquire lock "job": REDIS: no reply within 0.3 s (io_timeout); do not start the guarded work
-> 69
bool(true)
redislock: could not acquire lock "job": REDIS: connection refused; do not start the guarded work
-> 69
redislock: could not inspect lock "job": REDIS: connection refused; try again
-> 69
redislock: could not look for locks "*": REDIS: connection refused; try again
-> 69
redislock: could not inspect lock "job": REDIS: connection refused; try again
-> 69
