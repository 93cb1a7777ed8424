--TEST--
With a wait, a free lock is taken by the first request, and leaves no key beside it
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
// The script is known from here on.
$lock->acquire(1) && $lock->release();
$commands = $redis->monitor();
foreach ([1, 0.5, INF] as $wait) {
    var_dump($lock->acquire($wait));
    echo implode(' ', array_column($commands(), 0)), ', ', $redis->call('DBSIZE'), " key\n";
    $lock->release();
    $commands = $redis->monitor();
}
var_dump(RedisLock::stats()['acquired'], RedisLock::stats()['contended'], RedisLock::stats()['waited']);
--EXPECT--
bool(true)
EVALSHA, 1 key
bool(true)
EVALSHA, 1 key
bool(true)
EVALSHA, 1 key
int(4)
int(0)
int(0)
