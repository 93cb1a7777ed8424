--TEST--
When the callback throws, its exception comes out of run() even if the lock was lost or Redis went away
--INI--
redislock.io_timeout=0.2
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();

$lost = new RedisLock($key, 600, $redis->address());
echo throws(fn () => $lost->run(function () use ($redis, $key): never {
    $redis->call('SET', $key, 'of-another', 'EX', '600');
    throw new DomainException('the work failed');
})), "\n";
var_dump($redis->call('GET', $key));

$silent = new RedisLock("$key-silent", 600, $redis->address());
echo throws(fn () => $silent->run(function () use ($redis): never {
    $redis->suspend();
    throw new DomainException('the work failed');
})), "\n";
$redis->resume();
--EXPECT--
DomainException: the work failed
string(10) "of-another"
DomainException: the work failed
