--TEST--
run(doneFor:) leaves a marker when its callback returned, and throws a RedisLockDoneException where it finds one
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
var_dump($lock->run(fn () => 'billed', doneFor: 600));
foreach ([0, 5] as $wait) {
    try {
        (new RedisLock(test_key(), 10, $redis->address()))->run(fn () => print("again\n"), wait: $wait, doneFor: 600);
    } catch (RedisLockDoneException $done) {
        printf("%s, %d s\n", preg_replace('/[\d.]+ s/', 'N s', str_replace(test_key(), 'key', $done->getMessage())), round($done->remaining, -2));
    }
}
var_dump($lock->isDone(), $lock->isLocked(), $lock->isHeld(), $lock->holder(), $lock->acquire());
var_dump(strlen($redis->call('GET', test_key())), $done instanceof RedisLockNotAcquiredException);
try {
    $lock->run(fn () => print("again\n"));
} catch (RedisLockNotAcquiredException) {
    echo "held by another, for who does not ask\n";
}
var_dump($lock->forceRelease(), $lock->isDone());
--EXPECT--
string(6) "billed"
the work of lock "key" is done, and its marker stays for another N s; the callback was not called, 600 s
the work of lock "key" is done, and its marker stays for another N s; the callback was not called, 600 s
bool(true)
bool(true)
bool(false)
NULL
bool(false)
int(24)
bool(false)
held by another, for who does not ask
bool(true)
bool(false)
