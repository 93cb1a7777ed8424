--TEST--
The end of objects that cannot release their locks throws nothing, prints nothing and takes one io_timeout for all of them
--INI--
redislock.io_timeout=1
redislock.report_lost=1
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
for ($number = 0; $number < 10; $number++) {
    $locks[$number] = new RedisLock(test_key("-$number"), 10, $redis->address());
    $locks[$number]->acquire() || exit(1);
}
$redis->suspend();
$begin = hrtime(true);
unset($locks);
$seconds = (hrtime(true) - $begin) / 1e9;
var_dump($seconds < 1 + 1.5 ? 'in time' : $seconds);
$redis->resume();
$redis->call('PING');
// The next contact makes up for it.
var_dump((new RedisLock('other', 10, $redis->address()))->isLocked(), $redis->call('DBSIZE'), RedisLock::stats()['lost']);
--EXPECT--
string(7) "in time"
bool(false)
int(0)
int(0)
