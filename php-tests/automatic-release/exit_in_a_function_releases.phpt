--TEST--
exit deep in functions releases the locks of all of them
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    function outer(): never
    {
        $lock = new RedisLock(KEY . '-outer', 600);
        var_dump($lock->acquire());
        inner();
    }
    function inner(): never
    {
        $lock = new RedisLock(KEY . '-inner', 600);
        var_dump($lock->acquire());
        die('the end' . PHP_EOL);
    }
    outer();
    PHP);
--EXPECT--
bool(true)
bool(true)
the end
exit code 0, locks left: 0
