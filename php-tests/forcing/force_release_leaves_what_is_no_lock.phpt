--TEST--
forceRelease() removes strings and the locks of Symfony and of Redisson, and refuses what is no lock: nothing of it is removed
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$force = fn (array|string $key, mixed ...$options) => str_replace(parse_url($redis->address(), PHP_URL_PORT), 'PORT', throws(fn () => print json_encode((new RedisLock($key, 10, $redis->address(), ...$options))->forceRelease()) . ' ')) . "\n";
$token = base64_encode(str_repeat('x', 32));
$redis->call('ZADD', 'symfony:write', '1795000000000', $token, '1795000000000', '__write__');
$redis->call('ZADD', 'symfony:read', '1795000000000', $token, '1795000000001', strrev($token) . '');
$redis->call('ZREM', 'symfony:read', strrev($token));
$redis->call('HSET', 'redisson', '8743c9c0-0795-4907-87fd-6c719a6b4586:1', '2');
$redis->call('SET', 'string', 'anything at all');
foreach (['symfony:write', 'symfony:read', 'redisson', 'string', 'none'] as $key) {
    echo $key, ': ', $force($key);
}
$redis->call('RPUSH', 'list', 'a');
$redis->call('SADD', 'set', 'a');
$redis->call('HSET', 'hash', 'name', 'value');
$redis->call('ZADD', 'zset', '100', 'alice');
$redis->call('XADD', 'stream', '*', 'a', 'b');
$redis->call('SET', 'held', 'of another');
foreach (['list', 'set', 'hash', 'zset', 'stream', ['held', 'list']] as $key) {
    echo $force($key);
}
$redis->call('RPUSH', 'list:rl-permit-2{list}', 'a');
$redis->call('RENAME', 'list', 'elsewhere');
$redis->call('SET', 'list', 'of another');
echo $force('list', permits: 2), $redis->call('DBSIZE'), " are left\n";
// Its own lock is no worse off.
$lock = new RedisLock('mine', 10, $redis->address());
$lock->acquire() || exit(1);
$redis->call('DEL', 'mine');
$redis->call('RPUSH', 'mine', 'a');
echo strtok(throws(fn () => $lock->forceRelease()), ':'), ', ', $lock->__debugInfo()['state'], ', ', json_encode($lock->isHeld()), "\n";
--EXPECT--
symfony:write: true nothing was thrown
symfony:read: true nothing was thrown
redisson: true nothing was thrown
string: true nothing was thrown
none: false nothing was thrown
RedisLockServerException: could not force the release of lock "list": 127.0.0.1:PORT: "list" is a list, not a lock; nothing was removed; `redislock release --force --all` removes it all the same
RedisLockServerException: could not force the release of lock "set": 127.0.0.1:PORT: "set" is a set, not a lock; nothing was removed; `redislock release --force --all` removes it all the same
RedisLockServerException: could not force the release of lock "hash": 127.0.0.1:PORT: "hash" is a hash, but no lock of Redisson; nothing was removed; `redislock release --force --all` removes it all the same
RedisLockServerException: could not force the release of lock "zset": 127.0.0.1:PORT: "zset" is a zset, but no lock of Symfony's RedisStore; nothing was removed; `redislock release --force --all` removes it all the same
RedisLockServerException: could not force the release of lock "stream": 127.0.0.1:PORT: "stream" is a stream, not a lock; nothing was removed; `redislock release --force --all` removes it all the same
RedisLockServerException: could not force the release of lock "held" and 1 more: 127.0.0.1:PORT: "list" is a list, not a lock; nothing was removed; `redislock release --force --all` removes it all the same
RedisLockServerException: could not force the release of lock "list": 127.0.0.1:PORT: "list" is a list, not a lock; nothing was removed; `redislock release --force --all` removes it all the same
8 are left
RedisLockServerException, held, false
