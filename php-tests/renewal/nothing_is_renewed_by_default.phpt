--TEST--
Without autoRenew nothing is renewed and no thread is started
--SKIPIF--
<?php
is_dir('/proc/self/task') || die('skip threads are counted in /proc');
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$locks = [
    new RedisLock(test_key('-1'), 0.5, $redis->address()),
    new RedisLock(test_key('-2'), 0.5, $redis->address(), autoRenew: false),
];
foreach ($locks as $lock) {
    var_dump($lock->acquire());
}
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('DBSIZE') === 0));
var_dump(RedisLock::stats()['renewed'], count(scandir('/proc/self/task')) - 2);
--EXPECT--
bool(true)
bool(true)
bool(true)
int(0)
int(1)
