--TEST--
A fatal error in global scope releases the lock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    $lock = new RedisLock(KEY, 600);
    var_dump($lock->acquire());
    trigger_error('no way on', E_USER_ERROR);
    PHP);
--EXPECT--
bool(true)
Fatal error: no way on
exit code 255, locks left: 0
