--TEST--
A look-up that returns a bool is a TypeError, its exception leaves run(), and in both cases nothing is held
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$work = fn () => print("never\n");
$second = function (mixed $what): Closure {
    $looks = 0;
    return function () use (&$looks, $what) { return ++$looks === 2 ? $what() : null; };
};
$bad = fn () => throw new DomainException('the cache is away');
foreach ([fn () => true, fn () => false, $bad, $second(fn () => true), $second($bad)] as $find) {
    echo throws(fn () => $lock->run($work, lookup: $find)), ', ', $redis->call('EXISTS', test_key()), " left\n";
}
foreach ([function () { yield 1; }, 'nowhere', 7] as $find) {
    echo throws(fn () => $lock->run($work, lookup: $find)), "\n";
}
var_dump($lock->run(fn () => 'free'));
--EXPECT--
TypeError: RedisLock::run(): Argument #4 ($lookup) must not return a bool: it returns the value itself, or null where there is none yet, 0 left
TypeError: RedisLock::run(): Argument #4 ($lookup) must not return a bool: it returns the value itself, or null where there is none yet, 0 left
DomainException: the cache is away, 0 left
TypeError: RedisLock::run(): Argument #4 ($lookup) must not return a bool: it returns the value itself, or null where there is none yet, 0 left
DomainException: the cache is away, 0 left
TypeError: RedisLock::run(): Argument #4 ($lookup) must not be a generator function, which does nothing before its generator is run: put the loop into the callback
TypeError: RedisLock::run(): Argument #4 ($lookup) must be a valid callback or null, function "nowhere" not found or invalid function name
TypeError: RedisLock::run(): Argument #4 ($lookup) must be a valid callback or null, no array or string given
string(4) "free"
