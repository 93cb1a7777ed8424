--TEST--
A fatal error releases the locks of all running functions
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    function outer(): void
    {
        $lock = new RedisLock(KEY . '-outer', 600);
        var_dump($lock->acquire());
        inner();
    }
    function inner(): void
    {
        $lock = new RedisLock(KEY . '-inner', 600);
        var_dump($lock->acquire());
        trigger_error('no way on', E_USER_ERROR);
    }
    outer();
    PHP);
--EXPECT--
bool(true)
bool(true)
Fatal error: no way on
exit code 255, locks left: 0
