--TEST--
A token has 1 to 4096 bytes, of any kind; others are a ValueError
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
foreach (['', str_repeat('t', 4097)] as $token) {
    echo throws(fn () => new RedisLock(test_key(), 10, $redis->address(), $token)), "\n";
}
foreach (["\0", ' ', "\xff\r\n", 'rl_', '0', implode(array_map(chr(...), range(0, 255))), str_repeat('t', 4096)] as $token) {
    $lock = new RedisLock(test_key(), 10, $redis->address(), $token);
    $taken = $lock->acquire() && $redis->call('GET', test_key()) === $token;
    $same = $lock->token() === $token && $lock->holder() === $token;
    var_dump($taken && $same && $lock->isHeld() && $lock->extend() && $lock->release());
}
--EXPECT--
ValueError: RedisLock::__construct(): Argument #4 ($token) must be 1 to 4096 bytes, 0 given
ValueError: RedisLock::__construct(): Argument #4 ($token) must be 1 to 4096 bytes, 4097 given
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
