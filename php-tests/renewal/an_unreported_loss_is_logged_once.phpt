--TEST--
With report_lost a loss that the thread found is logged once, at the lock's end, unless the program has learned of it
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$log = function (string $code) use ($redis): void {
    $keeper = keeper($redis, 'key', 0.3, '
        while (str_contains(print_r($lock, true), "held")) {
            usleep(1000);
        }
        ' . $code, ['redislock.report_lost' => 1]);
    $redis->call('DEL', 'key');
    $keeper->say();
    $result = $keeper->wait();
    echo $result->out, $result->err, '--', json_encode($result->code), "\n";
};
$log('');
$log('unset($lock); echo "gone\n";');
$log('try { $lock->ensureHeld(); } catch (RedisLockLostException) { echo "told\n"; }');
$log('var_dump($lock->release());');
$log('var_dump($lock->isHeld(), $lock->extend());');
--EXPECT--
held
redislock: lock "key" was lost before it was released: its ttl ran out or it was removed
--0
held
gone
redislock: lock "key" was lost before it was released: its ttl ran out or it was removed
--0
held
told
--0
held
bool(false)
--0
held
bool(false)
bool(false)
--0
