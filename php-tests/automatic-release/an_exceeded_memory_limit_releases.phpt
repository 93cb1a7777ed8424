--TEST--
Running into memory_limit releases the lock
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    ini_set('memory_limit', '16M');
    function work(): void
    {
        $lock = new RedisLock(KEY, 600);
        var_dump($lock->acquire());
        // In small steps: PHP 8.2.35 ends a process at once, with nothing released, that passes twice the limit in one.
        for ($memory = '';;) {
            $memory .= str_repeat('x', 10_000);
        }
    }
    work();
    PHP);
--EXPECT--
bool(true)
Fatal error: Allowed memory size of 16777216 bytes exhausted
exit code 255, locks left: 0
