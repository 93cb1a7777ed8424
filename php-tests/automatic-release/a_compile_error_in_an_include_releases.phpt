--TEST--
A compile error in an included file releases the lock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    function work(): void
    {
        $lock = new RedisLock(KEY, 600);
        var_dump($lock->acquire());
        $file = __FILE__ . '.included';
        file_put_contents($file, '<?php final class Twice {} final class Twice {}');
        include $file;
    }
    work();
    PHP);
--EXPECTF--
bool(true)
Fatal error: Cannot %r(re)?%rdeclare class Twice%s
exit code 255, locks left: 0
