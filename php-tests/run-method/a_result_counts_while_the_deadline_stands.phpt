--TEST--
run() returns the result although Redis no longer replies, as long as the lease's deadline stands
--INI--
redislock.io_timeout=0.2
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 600, $redis->address());

$start = hrtime(true);
var_dump($lock->run(function () use ($redis): string {
    $redis->suspend();

    return 'worked';
}));
// Two io_timeouts, and 3 s for a machine that does other things as well.
var_dump((hrtime(true) - $start) / 1e9 < 2 * 0.2 + 3);
$redis->resume();
--EXPECT--
string(6) "worked"
bool(true)
