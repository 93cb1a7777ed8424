--TEST--
A key has 1 byte to 64 KiB with the prefix in front; others are a ValueError
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$size = function (string $prefix, int $bytes) use ($redis): string {
    ini_set('redislock.prefix', $prefix);
    try {
        $lock = new RedisLock(str_repeat('k', $bytes), 10, $redis->address());
    } catch (ValueError $error) {
        return $error->getMessage() . ', and ' . $redis->call('DBSIZE') . ' keys are there';
    }
    $lock->acquire() || exit(1);
    $bytes = strlen($redis->call('KEYS', '*')[0]);
    $lock->release();

    return "$bytes bytes are locked";
};
echo $size('', 0), "\n";
echo $size('p', 0), "\n";
echo $size('', 1), "\n";
echo $size('', 65536), "\n";
echo $size('', 65537), "\n";
echo $size('prefix:', 65529), "\n";
echo $size('prefix:', 65530), "\n";
--EXPECT--
RedisLock::__construct(): Argument #1 ($key) must not be empty, and 0 keys are there
1 bytes are locked
1 bytes are locked
65536 bytes are locked
RedisLock::__construct(): Argument #1 ($key) must be at most 65536 bytes with redislock.prefix in front, 65537 given, and 0 keys are there
65536 bytes are locked
RedisLock::__construct(): Argument #1 ($key) must be at most 65536 bytes with redislock.prefix in front, 65537 given, and 0 keys are there
