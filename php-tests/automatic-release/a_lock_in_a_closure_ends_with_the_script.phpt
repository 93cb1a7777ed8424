--TEST--
A lock that only a closure keeps is released when the script ends
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    $lock = new RedisLock(KEY, 600);
    var_dump($lock->acquire());
    $work = fn (): float => $lock->remaining();
    unset($lock);
    var_dump($work() > 500);
    PHP);
--EXPECT--
bool(true)
bool(true)
exit code 0, locks left: 0
