--TEST--
A compile error in an included file gives the lock back
--EXTENSIONS--
redislock
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
--EXPECT--
bool(true)
Fatal error: Cannot declare class Twice, because the name is already in use
exit code 255, locks left: 0
