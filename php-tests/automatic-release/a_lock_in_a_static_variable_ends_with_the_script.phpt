--TEST--
A lock in a static variable of a function is released when the script ends
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    function work(): bool
    {
        static $lock = null;
        $lock ??= new RedisLock(KEY, 600);

        return $lock->acquire();
    }
    var_dump(work());
    PHP);
--EXPECT--
bool(true)
exit code 0, locks left: 0
