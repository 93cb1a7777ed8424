--TEST--
A waiter looks when a release wakes it and else once a second, and its exception or fatal error ends the wait with nothing held
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$key = test_key();
$holder = new RedisLock($key, 60, $redis->address());
$holder->acquire() || exit(1);
$lock = new RedisLock($key, 10, $redis->address());

$looks = 0;
$counts = function () use (&$looks) { ++$looks; return null; };
echo get_class(throws_object(fn () => $lock->run(fn () => 1, wait: 2.5, lookup: $counts))), ", $looks looks\n";

$begin = microtime(true);
$value = $lock->run(fn () => 1, wait: 20, lookup: fn () => microtime(true) - $begin > 0.9 ? 'there' : null);
var_dump($value, microtime(true) - $begin < 2);

// It may use the lock's own object, and others.
$looks = 0;
$uses = function () use (&$looks, $lock, $redis) {
    if (++$looks === 1) {
        return null;
    }
    echo throws(fn () => $lock->acquire()), "\n";
    return (new RedisLock('other', 10, $redis->address()))->run(fn () => 'by another lock');
};
var_dump($lock->run(fn () => 1, wait: 20, lookup: $uses));

$looks = 0;
$throws = function () use (&$looks) { return ++$looks < 2 ? null : throw new DomainException('no cache'); };
echo throws(fn () => $lock->run(fn () => 1, wait: 20, lookup: $throws)), "\n";
var_dump($lock->isHeld(), $holder->release(), $lock->run(fn () => 'free'));

function throws_object(Closure $call): ?Throwable {
    try {
        $call();
    } catch (Throwable $thrown) {
        return $thrown;
    }
    return null;
}
$holder->acquire() || print("not acquired\n");
$looks = 0;
register_shutdown_function(function () use ($lock) { var_dump($lock->isHeld(), $lock->isLocked()); });
$lock->run(fn () => 1, wait: 20, lookup: function () use (&$looks) { if (++$looks === 2) { eval('class RedisLock {}'); } return null; });
--EXPECTF--
RedisLockNotAcquiredException, 4 looks
string(5) "there"
bool(true)
LogicException: %s
string(15) "by another lock"
DomainException: no cache
bool(false)
bool(true)
string(4) "free"

Fatal error: %s in %s
bool(false)
bool(true)
