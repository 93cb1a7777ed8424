--TEST--
With autoRelease: false neither the object's end nor a fatal error nor the end of the script releases the lock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    $unset = new RedisLock(KEY . '-unset', 600, autoRelease: false);
    $kept = new RedisLock(KEY . '-kept', 600, autoRelease: false);
    $automatic = new RedisLock(KEY . '-automatic', 600);
    var_dump($unset->acquire(), $kept->acquire(), $automatic->acquire());
    unset($unset);
    var_dump((new RedisLock(KEY . '-unset'))->isLocked());
    trigger_error('no way on', E_USER_ERROR);
    PHP);
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
Fatal error: no way on
exit code 255, locks left: 2
