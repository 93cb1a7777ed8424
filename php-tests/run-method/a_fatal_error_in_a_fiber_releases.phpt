--TEST--
A fatal error in one of two Fibers releases the lock of the one that fails and of the one that waits
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../automatic-release/ending.inc';

show_ending(<<<'PHP'
    $waiting = new Fiber(fn () => (new RedisLock(KEY . '-waiting', 600))->run(fn () => Fiber::suspend()));
    $failing = new Fiber(fn () => (new RedisLock(KEY . '-failing', 600))->run(function (RedisLock $lock): void {
        Fiber::suspend($lock->isHeld());
        trigger_error('no way on', E_USER_ERROR);
    }));
    $waiting->start();
    var_dump($failing->start());
    $failing->resume();
    PHP);
--EXPECT--
bool(true)
Fatal error: no way on
exit code 255, locks left: 0
