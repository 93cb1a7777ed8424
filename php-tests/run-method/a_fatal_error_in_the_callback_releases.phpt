--TEST--
A fatal error in the callback releases the lock at once and stays the error that it was
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../automatic-release/ending.inc';

show_ending(<<<'PHP'
    register_shutdown_function(fn () => print((new RedisLock(KEY))->isLocked() ? "still held\n" : "free already\n"));
    $lock = new RedisLock(KEY, 600);
    $lock->run(function (RedisLock $lock): void {
        var_dump($lock->isHeld());
        trigger_error('no way on', E_USER_ERROR);
    });
    PHP);
--EXPECT--
bool(true)
Fatal error: no way on
free already
exit code 255, locks left: 0
