--TEST--
A Redis that is silent for less than the ttl costs no lock, whether the answer comes late or its question is given up
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

foreach (['20', '0.1'] as $io_timeout) {
    $keeper = keeper($redis, test_key(), 1.5, 'sleep(1); var_dump($lock->release(), RedisLock::stats()["failed"] > 0);', ['redislock.io_timeout' => $io_timeout]);
    // It extends at 0.5 s: the silence begins before that, and ends long before the deadline.
    usleep(300_000);
    $redis->suspend();
    usleep(500_000);
    $redis->resume();
    $keeper->say();
    echo $keeper->wait()->out;
}
?>
--EXPECT--
held
bool(true)
bool(false)
held
bool(true)
bool(true)
