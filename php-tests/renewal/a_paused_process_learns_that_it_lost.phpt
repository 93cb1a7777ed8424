--TEST--
A process that was paused past its lease learns, when it goes on, that it lost its lock, and leaves the next holder's alone
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$keeper = keeper($redis, test_key(), 0.5, '
    $trusted = $lock->remaining() > 0;
    while (RedisLock::stats()["lost"] === 0) {
        usleep(1000);
    }
    var_dump($trusted, $lock->remaining(), RedisLock::stats()["lost"]);
    try {
        $lock->ensureHeld();
    } catch (RedisLockLostException $lost) {
        echo "lost\n";
    }');
usleep(300_000);
$keeper->kill('STOP');
$next = new RedisLock(test_key(), 600, $redis->address());
var_dump($next->acquire(20));
$keeper->say();
$keeper->kill('CONT');
$result = $keeper->wait();
echo $result->out, $result->err;
var_dump($next->isHeld());
--EXPECT--
bool(true)
held
bool(false)
float(0)
int(1)
lost
bool(true)
