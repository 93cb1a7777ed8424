--TEST--
exit in global scope releases the lock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    $lock = new RedisLock(KEY, 600);
    var_dump($lock->acquire());
    exit(3);
    PHP);
--EXPECT--
bool(true)
exit code 3, locks left: 0
