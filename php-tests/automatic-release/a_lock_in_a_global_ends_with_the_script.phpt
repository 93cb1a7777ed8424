--TEST--
A lock in a global variable is released when the script ends
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    $lock = new RedisLock(KEY, 600);
    var_dump($lock->acquire());
    PHP);
--EXPECT--
bool(true)
exit code 0, locks left: 0
