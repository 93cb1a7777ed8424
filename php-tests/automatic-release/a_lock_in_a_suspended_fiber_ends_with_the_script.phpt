--TEST--
A lock in a Fiber that nobody resumes is released when the script ends
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    $fiber = new Fiber(function (): void {
        $lock = new RedisLock(KEY, 600);
        Fiber::suspend($lock->acquire());
        echo "never reached\n";
    });
    var_dump($fiber->start());
    PHP);
--EXPECT--
bool(true)
exit code 0, locks left: 0
