--TEST--
run() releases the lock with autoRelease: false too when the callback exits or ends in a fatal error
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../automatic-release/ending.inc';

show_ending(<<<'PHP'
    register_shutdown_function(function (): void {
        (new RedisLock(KEY . '-exit', 600, autoRelease: false))->run(fn (RedisLock $lock) => exit(4));
    });
    (new RedisLock(KEY . '-error', 600, autoRelease: false))->run(function (RedisLock $lock): void {
        var_dump($lock->isHeld());
        trigger_error('no way on', E_USER_ERROR);
    });
    PHP);
--EXPECT--
bool(true)
Fatal error: no way on
exit code 4, locks left: 0
