--TEST--
An exception that nobody catches has released run()'s lock before PHP's handler for it runs
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../automatic-release/ending.inc';

show_ending(<<<'PHP'
    set_exception_handler(function (Throwable $uncaught): void {
        echo $uncaught->getMessage(), (new RedisLock(KEY))->isLocked() ? ": still held\n" : ": free already\n";
        exit(3);
    });
    $lock = new RedisLock(KEY, 600);
    $lock->run(function (RedisLock $lock): never {
        var_dump($lock->isHeld());
        throw new DomainException('the work failed');
    });
    PHP);
--EXPECT--
bool(true)
the work failed: free already
exit code 3, locks left: 0
