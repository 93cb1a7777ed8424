--TEST--
A lock in a generator that nobody finishes is released when the script ends
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    function work(): Generator
    {
        $lock = new RedisLock(KEY, 600);
        yield $lock->acquire();
        echo "never reached\n";
    }
    $work = work();
    var_dump($work->current());
    PHP);
--EXPECT--
bool(true)
exit code 0, locks left: 0
