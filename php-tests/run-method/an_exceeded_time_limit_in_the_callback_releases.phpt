--TEST--
Running into max_execution_time in the callback releases the lock at once
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../automatic-release/ending.inc';

show_ending(<<<'PHP'
    register_shutdown_function(fn () => print((new RedisLock(KEY))->isLocked() ? "still held\n" : "free already\n"));
    $lock = new RedisLock(KEY, 600);
    $lock->run(function (RedisLock $lock): void {
        var_dump($lock->isHeld());
        set_time_limit(1);
        while (true);
    });
    PHP);
--EXPECT--
bool(true)
Fatal error: Maximum execution time of 1 second exceeded
free already
exit code 255, locks left: 0
