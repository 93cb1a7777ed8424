--TEST--
A compile error in a file that the callback includes releases the lock at once
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../automatic-release/ending.inc';

show_ending(<<<'PHP'
    register_shutdown_function(fn () => print((new RedisLock(KEY))->isLocked() ? "still held\n" : "free already\n"));
    $lock = new RedisLock(KEY, 600);
    $lock->run(function (RedisLock $lock): void {
        var_dump($lock->isHeld());
        $file = __FILE__ . '.included';
        file_put_contents($file, '<?php final class Twice {} final class Twice {}');
        include $file;
    });
    PHP);
--EXPECTF--
bool(true)
Fatal error: Cannot %r(re)?%rdeclare class Twice%s
free already
exit code 255, locks left: 0
