--TEST--
A fence for a key with braces that are no hash tag is a ValueError; with a hash tag and without braces it is kept beside the key
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();

foreach (['a}b', 'a{b', '{}', 'a{}b', 'a{b}c', 'ab', "\xff\x00"] as $key) {
    $make = fn (bool $fence) => new RedisLock($key, 10, $redis->address(), fence: $fence);
    echo json_encode($key, JSON_PARTIAL_OUTPUT_ON_ERROR), ': ', throws(fn () => $make(true)), "\n";
    $make(false);
}
foreach (['a{b}c', 'ab'] as $key) {
    $lock = new RedisLock($key, 10, $redis->address(), fence: true);
    var_dump($lock->acquire(), is_int($lock->fence()), $lock->release());
}
$keys = $redis->call('KEYS', '*');
sort($keys);
echo implode(' ', $keys), "\n";
ini_set('redislock.prefix', '}');
echo throws(fn () => new RedisLock('ab', fence: true)), "\n";
?>
--EXPECT--
"a}b": ValueError: RedisLock::__construct(): Argument #8 ($fence) must be false for a key with braces that are no hash tag
"a{b": ValueError: RedisLock::__construct(): Argument #8 ($fence) must be false for a key with braces that are no hash tag
"{}": ValueError: RedisLock::__construct(): Argument #8 ($fence) must be false for a key with braces that are no hash tag
"a{}b": ValueError: RedisLock::__construct(): Argument #8 ($fence) must be false for a key with braces that are no hash tag
"a{b}c": nothing was thrown
"ab": nothing was thrown
null: nothing was thrown
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
ab:rl-fence{ab} a{b}c:rl-fence
ValueError: RedisLock::__construct(): Argument #8 ($fence) must be false for a key with braces that are no hash tag
