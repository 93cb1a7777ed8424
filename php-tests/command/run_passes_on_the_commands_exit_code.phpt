--TEST--
redislock run ends with its command's exit code, 128 and the number of the signal that ended it, and the lock is free afterwards
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
foreach (['exit 0', 'exit 7', 'exit 255', 'kill -TERM $$', 'kill -KILL $$'] as $command) {
    echo "$command ";
    tell(redislock($redis, ['run', 'job', '--', 'sh', '-c', $command]));
    echo $redis->call('EXISTS', 'job') ? "the lock was left\n" : '';
}
--EXPECT--
exit 0 -> 0
exit 7 -> 7
exit 255 -> 255
kill -TERM $$ -> 143
kill -KILL $$ -> 137
