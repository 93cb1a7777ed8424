--TEST--
Refused, run() says whether another object of this thread holds the lock, and names the type of a key that is no lock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$lock = fn (string|array $key, ...$more) => new RedisLock($key, 600, $redis->address(), ...$more);
$show = fn (RedisLock $lock, float $wait = 0.0) => print(throws(fn () => $lock->run(fn () => print("called\n"), $wait)) . "\n");
$lock('a')->run(fn () => $show($lock('a')) && $show($lock('a'), 0.05) && $show($lock(['b', 'a'])));
$redis->call('RPUSH', 'list', 'job');
$redis->call('HSET', 'hash', 'a', '1');
$redis->call('EXPIRE', 'hash', '60');
$show($lock('list'));
$show($lock('hash'), 0.05);
$show($lock(['b', 'list']));
$show($lock('list', token: 'theirs'));
$redis->call('SET', 'a', 'another');
$show($lock('a'));
--EXPECT--
RedisLockNotAcquiredException: could not acquire lock "a": it is held by another object of this thread; the callback was not called
RedisLockNotAcquiredException: could not acquire lock "a": it was still held by another object of this thread after a wait of 0.05 s; the callback was not called
RedisLockNotAcquiredException: could not acquire lock "b" and 1 more: it is held by another object of this thread; the callback was not called
RedisLockNotAcquiredException: could not acquire lock "list": it is of another type and no lock; the callback was not called
RedisLockNotAcquiredException: could not acquire lock "hash": it was still of another type and no lock after a wait of 0.05 s; the callback was not called
RedisLockNotAcquiredException: could not acquire lock "b" and 1 more: it is of another type and no lock; the callback was not called
RedisLockNotAcquiredException: could not acquire lock "list": it is of another type and no lock; the callback was not called
RedisLockNotAcquiredException: could not acquire lock "a": it is held by another; the callback was not called
