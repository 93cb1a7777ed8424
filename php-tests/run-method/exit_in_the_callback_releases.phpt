--TEST--
exit in the callback releases the lock at once
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../automatic-release/ending.inc';

show_ending(<<<'PHP'
    register_shutdown_function(fn () => print((new RedisLock(KEY))->isLocked() ? "still held\n" : "free already\n"));
    $lock = new RedisLock(KEY, 600);
    $lock->run(function (RedisLock $lock): never {
        var_dump($lock->isHeld());
        exit(3);
    });
    PHP);
--EXPECT--
bool(true)
free already
exit code 3, locks left: 0
