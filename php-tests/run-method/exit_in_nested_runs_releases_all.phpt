--TEST--
exit in the inner of two nested run()s releases both locks at once
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../automatic-release/ending.inc';

show_ending(<<<'PHP'
    register_shutdown_function(function (): void {
        foreach (['-outer', '-inner'] as $suffix) {
            echo (new RedisLock(KEY . $suffix))->isLocked() ? "still held\n" : "free already\n";
        }
    });
    (new RedisLock(KEY . '-outer', 600))->run(function (RedisLock $outer): void {
        (new RedisLock(KEY . '-inner', 600))->run(function (RedisLock $inner) use ($outer): void {
            var_dump($outer->isHeld(), $inner->isHeld());
            exit;
        });
    });
    PHP);
--EXPECT--
bool(true)
bool(true)
free already
free already
exit code 0, locks left: 0
