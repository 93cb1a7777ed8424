--TEST--
A lock that a shutdown function gets as its argument is held there and released after it
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    function work(): void
    {
        $lock = new RedisLock(KEY, 600);
        var_dump($lock->acquire());
        register_shutdown_function(function (RedisLock $lock): void {
            var_dump($lock->isHeld());
        }, $lock);
    }
    work();
    PHP);
--EXPECT--
bool(true)
bool(true)
exit code 0, locks left: 0
