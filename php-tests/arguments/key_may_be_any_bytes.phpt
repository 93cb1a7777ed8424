--TEST--
A key may be any bytes, after a prefix of any bytes: what is locked is that key and no other
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$keys = ["\0", "a\0b", "\xff\xfe", "line\r\nSET x y\r\n", '$5', "\u{1F512}", ' ', '*', '{}', '}{', implode(array_map(chr(...), range(0, 255)))];
foreach (['', "\0\xff "] as $prefix) {
    ini_set('redislock.prefix', $prefix);
    foreach ($keys as $key) {
        $lock = new RedisLock($key, 10, $redis->address());
        $there = $lock->acquire() ? $redis->call('KEYS', '*') : [];
        $right = $there === [$prefix . $key] && $lock->key() === $prefix . $key && $lock->holder() === $lock->token();
        $gone = $lock->extend() && $lock->isHeld() && $lock->release() && $redis->call('DBSIZE') === 0;
        echo $right && $gone ? '' : 'wrong: ' . bin2hex($prefix . $key) . "\n";
    }
}
echo count($keys), " keys\n";
--EXPECT--
11 keys
