--TEST--
Running into max_execution_time releases the lock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    function work(): void
    {
        $lock = new RedisLock(KEY, 600);
        var_dump($lock->acquire());
        set_time_limit(1);
        while (true);
    }
    work();
    PHP);
--EXPECT--
bool(true)
Fatal error: Maximum execution time of 1 second exceeded
exit code 255, locks left: 0
