--TEST--
run() and acquire() on a lock that was handed over throw, and the message says how to work under it
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$taker = new RedisLock('o:1', 60, $redis->address(), autoRelease: false);
$taker->acquire() || exit(1);
$adopted = new RedisLock('o:1', 60, $redis->address(), $taker->token());
$work = fn () => print "not called\n";

echo throws(fn () => $adopted->run($work)), "\n", throws(fn () => $adopted->run($work, 0.01)), "\n";
// Neither is a change: it is still to be found out whether the lock is held.
echo $adopted->__debugInfo()['state'], ', ', json_encode($adopted->isHeld()), "\n";
echo throws(fn () => $adopted->run($work)), "\n", throws(fn () => $adopted->acquire()), "\n";
// The pattern.
if ($adopted->isHeld()) {
    try {
        echo "work\n";
    } finally {
        echo json_encode($adopted->release()), "\n";
    }
}
// A real other holder is what it was.
$other = new RedisLock('o:1', 60, $redis->address());
$other->acquire() || exit(1);
echo throws(fn () => $adopted->run($work)), "\n";
unset($other);
foreach ([['o:1', 'o:2'], 'p'] as $key) {
    $options = [$key, 60, $redis->address(), 'permits' => $key === 'p' ? 2 : 1, 'autoRelease' => false];
    ($other = new RedisLock(...$options))->acquire() || exit(1);
    echo strstr(throws(fn () => (new RedisLock(...$options, token: $other->token()))->run($work)), ': this'), "\n";
}
--EXPECT--
RedisLockNotAcquiredException: could not acquire lock "o:1": this object's own token is at the key, because the lock was handed over; the callback was not called; work without run(): if ($lock->isHeld()) { try { work } finally { $lock->release(); } }
RedisLockNotAcquiredException: could not acquire lock "o:1": this object's own token is at the key, because the lock was handed over; the callback was not called; work without run(): if ($lock->isHeld()) { try { work } finally { $lock->release(); } }
none, true
LogicException: could not acquire lock "o:1": this object holds it already; work under it, then release() it
LogicException: could not acquire lock "o:1": this object holds it already; work under it, then release() it
work
true
RedisLockNotAcquiredException: could not acquire lock "o:1": it is held by another object of this thread; the callback was not called
: this object's own token is at the key, because the lock was handed over; the callback was not called; work without run(): if ($lock->isHeld()) { try { work } finally { $lock->release(); } }
: this object's own token is at the key, because the lock was handed over; the callback was not called; work without run(): if ($lock->isHeld()) { try { work } finally { $lock->release(); } }
