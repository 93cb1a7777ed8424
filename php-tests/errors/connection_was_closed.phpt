--TEST--
A connection that Redis has closed between two calls is replaced, and no method sees an error
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start();
$held = new RedisLock(test_key(), 10, $redis->address());
$held->acquire() || exit(1);
$other = new RedisLock(test_key(), 10, $redis->address());
foreach (['isHeld', 'extend', 'isLocked', 'holder', 'acquire', 'forceRelease', 'release'] as $number => $method) {
    $redis->call('CLIENT', 'KILL', 'USER', 'default');
    // acquire() and release() do not look for 50 us behind a question that was answered.
    usleep(100);
    $lock = in_array($method, ['isHeld', 'extend', 'release'], true) ? $held : $other;
    echo "$method: ", str_replace($held->token(), 'TOKEN', answer(fn () => $lock->$method())), ', reconnected: ', RedisLock::stats()['reconnected'], "\n";
}
--EXPECT--
isHeld: true, reconnected: 1
extend: true, reconnected: 2
isLocked: true, reconnected: 3
holder: "TOKEN", reconnected: 4
acquire: false, reconnected: 5
forceRelease: true, reconnected: 6
release: false, reconnected: 7
