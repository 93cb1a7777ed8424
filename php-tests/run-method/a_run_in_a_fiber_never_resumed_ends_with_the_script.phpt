--TEST--
run() in a Fiber that nobody resumes releases the lock when the script ends
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../automatic-release/ending.inc';

show_ending(<<<'PHP'
    $fiber = new Fiber(fn () => (new RedisLock(KEY, 600))->run(function (RedisLock $lock): void {
        Fiber::suspend($lock->isHeld());
        echo "never reached\n";
    }));
    var_dump($fiber->start());
    PHP);
--EXPECT--
bool(true)
exit code 0, locks left: 0
