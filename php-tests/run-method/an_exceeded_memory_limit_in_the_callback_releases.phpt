--TEST--
Running into memory_limit in the callback releases the lock at once
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../automatic-release/ending.inc';

show_ending(<<<'PHP'
    ini_set('memory_limit', '16M');
    register_shutdown_function(fn () => print((new RedisLock(KEY))->isLocked() ? "still held\n" : "free already\n"));
    $lock = new RedisLock(KEY, 600);
    $lock->run(function (RedisLock $lock): void {
        var_dump($lock->isHeld());
        // In small steps: PHP 8.2.35 ends a process at once, with nothing released, that passes twice the limit in one.
        for ($memory = '';;) {
            $memory .= str_repeat('x', 10_000);
        }
    });
    PHP);
--EXPECT--
bool(true)
Fatal error: Allowed memory size of 16777216 bytes exhausted
free already
exit code 255, locks left: 0
