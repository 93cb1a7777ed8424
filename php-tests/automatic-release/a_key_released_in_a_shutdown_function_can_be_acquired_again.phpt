--TEST--
A lock that is released while PHP shuts down can be acquired by the same script at once
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    $lock = new RedisLock(KEY, 600);
    var_dump($lock->acquire());
    register_shutdown_function(function (): void {
        unset($GLOBALS['lock']);
        $anew = new RedisLock(KEY, 600);
        var_dump($anew->acquire());
        unset($anew);
        $asker = new RedisLock(KEY, 600);
        var_dump($asker->isLocked(), $asker->acquire());
    });
    PHP);
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(true)
exit code 0, locks left: 0
