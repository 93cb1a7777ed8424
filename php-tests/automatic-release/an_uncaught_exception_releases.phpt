--TEST--
An exception that nobody catches releases the lock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    function work(): never
    {
        $lock = new RedisLock(KEY, 600);
        var_dump($lock->acquire());
        throw new DomainException('the work failed');
    }
    $other = new RedisLock(KEY . '-global', 600);
    var_dump($other->acquire());
    work();
    PHP);
--EXPECT--
bool(true)
bool(true)
Fatal error: Uncaught DomainException: the work failed
exit code 255, locks left: 0
