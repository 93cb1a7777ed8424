--TEST--
A holder of three keys that dies by a fatal error frees all three at once
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../automatic-release/ending.inc';

show_ending(<<<'PHP'
    $lock = new RedisLock([KEY . 'a', KEY . 'b', KEY . 'c'], 600);
    var_dump($lock->acquire());
    trigger_error('no way on', E_USER_ERROR);
    PHP);
--EXPECT--
bool(true)
Fatal error: no way on
exit code 255, locks left: 0
