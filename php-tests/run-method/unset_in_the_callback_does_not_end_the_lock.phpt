--TEST--
A callback that drops the last reference to its lock keeps it until it returns
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();

$lock = new RedisLock($key, 600, $redis->address());
$weak = WeakReference::create($lock);
$result = $lock->run(function (?RedisLock $argument) use (&$lock, $redis, $key): string {
    $lock = $argument = null;
    gc_collect_cycles();
    var_dump($redis->call('EXISTS', $key));

    return 'worked';
});
var_dump($result, $weak->get(), $redis->call('EXISTS', $key));

$lock = new RedisLock($key, 600, $redis->address());
echo throws(fn () => $lock->run(function () use (&$lock): never {
    $lock = null;
    throw new DomainException('the work failed');
})), "\n";
var_dump($redis->call('EXISTS', $key));
--EXPECT--
int(1)
string(6) "worked"
NULL
int(0)
DomainException: the work failed
int(0)
