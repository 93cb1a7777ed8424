--TEST--
A Redis that is silent for less than the ttl costs no lock, whether the reply comes late or its request is given up
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

foreach (['20', '0.1'] as $io_timeout) {
    $end = 'sleep(' . (int) STRETCH . '); var_dump($lock->release(), RedisLock::stats()["failed"] > 0);';
    $keeper = keeper($redis, test_key(), 1.5 * STRETCH, $end, ['redislock.io_timeout' => $io_timeout]);
    // It extends at a third of its ttl: the silence begins before that, and ends long before the deadline.
    usleep((int) (300_000 * STRETCH));
    $redis->suspend();
    usleep((int) (500_000 * STRETCH));
    $redis->resume();
    $keeper->say();
    echo $keeper->wait()->out;
}
--EXPECT--
held
bool(true)
bool(false)
held
bool(true)
bool(true)
