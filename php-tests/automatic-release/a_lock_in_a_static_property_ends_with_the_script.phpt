--TEST--
A lock in a static property is released when the script ends
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    final class Work
    {
        public static RedisLock $lock;
    }
    Work::$lock = new RedisLock(KEY, 600);
    var_dump(Work::$lock->acquire());
    PHP);
--EXPECT--
bool(true)
exit code 0, locks left: 0
