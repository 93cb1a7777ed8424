--TEST--
One thread and one connection keep 200 locks of different ttls
--SKIPIF--
<?php
is_dir('/proc/self/task') || die('skip threads are counted in /proc');
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

for ($number = 0; $number < 200; $number++) {
    $locks[] = $lock = new RedisLock(test_key("-$number"), 1 + $number % 5 / 4, $redis->address(), autoRenew: true);
    $lock->acquire() || print("refused\n");
}
usleep(2_500_000);
var_dump($redis->call('DBSIZE'), RedisLock::stats()['lost'], RedisLock::stats()['renewed'] >= 400);
var_dump(count(renewal_threads(getmypid())), count($redis->clients()));
foreach ($locks as $lock) {
    $lock->release() || print("lost\n");
}
--EXPECT--
int(200)
int(0)
bool(true)
int(1)
int(2)
