--TEST--
A fatal error in PHP code that a method of a lock has run ends the script as anywhere else, and releases
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

$calls = [
    'new RedisLock(new Name())',
    'new RedisLock(KEY, 600, fence: null)',
    '$held->release(null)',
    '(new RedisLock(KEY . "-other", 600))->run(fn () => 1, lookup: fn () => fail())',
    '(fn () => $this->lock = null)->call(new Holder())',
];
foreach ($calls as $call) {
    show_ending(<<<PHP
        function fail() { trigger_error("no way on", E_USER_ERROR); }
        final class Name { function __toString(): string { fail(); return 'name'; } }
        final class Kept extends ArrayObject { function __destruct() { fail(); } }
        final class Holder { public ?Kept \$lock; function __construct() { \$this->lock = new Kept([new RedisLock('kept')]); } }
        \$held = new RedisLock(KEY, 600);
        \$held->acquire() || exit('not free');
        register_shutdown_function(function () use (\$held): void {
            restore_error_handler();
            \$other = new RedisLock(KEY . '-shutdown');
            \$held->isHeld() && \$other->acquire() || print('not held');
        });
        set_error_handler(fn () => fail(), E_DEPRECATED);
        $call;
        echo 'not reached';
        PHP);
}
--EXPECT--
Fatal error: no way on
exit code 255, locks left: 0
Fatal error: no way on
exit code 255, locks left: 0
Fatal error: no way on
exit code 255, locks left: 0
Fatal error: no way on
exit code 255, locks left: 0
Fatal error: no way on
exit code 255, locks left: 0
