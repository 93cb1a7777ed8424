--TEST--
Running into memory_limit releases the lock, also in a list of RedisLock's that needs more than twice the limit
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';

show_ending(<<<'PHP'
    ini_set('memory_limit', '16M');
    function work(): void
    {
        $lock = new RedisLock(KEY, 600);
        var_dump($lock->acquire());
        // In small steps: PHP 8.2.35 ends a process at once, with nothing released, that passes twice the limit in one.
        for ($memory = '';;) {
            $memory .= str_repeat('x', 10_000);
        }
    }
    work();
    PHP);

// What is listed is at memory:, so that the lock in Redis is all that is left there, or is not.
$listing = fn (string $before, string $list): string => <<<PHP
    \$own = new RedisLock(KEY, 600);
    var_dump(\$own->acquire());
    \$since = RedisLock::stats()['acquired'];
    $before
    register_shutdown_function(function (): void {
        ini_set('memory_limit', '-1');
        \$left = count(RedisLock::events());
        \$left === 0 || printf("%s events are left\n", \$left < 60_000 ? 'some' : 'all');
    });
    ini_set('memory_limit', '16M');
    \$list = RedisLock::$list;
    echo "the list is made\n";
    PHP;
$free = 'for ($i = 0; $i < 60_000; $i++) { $got = (new RedisLock("job:$i", 600, "memory:", autoRelease: false))->acquire(); }';
$held = 'for ($i = 0; $i < 600; $i++) { $got = ($locks[] = new RedisLock("$i" . str_repeat("k", 60_000), 600, "memory:"))->acquire(); }';
$told = '$lock = new RedisLock("job", 600, "memory:"); for ($i = 0; $i < 30_000; $i++) { $got = $lock->acquire(); $lock->release(); }';

show_ending($listing($free, 'locks(limit: 1_000_000, server: "memory:")'));
show_ending($listing($free, 'scan(limit: 1_000_000, server: "memory:")'));
show_ending($listing($held, 'releaseAll($since)'));
show_ending($listing($told, 'events()'), ['redislock.events' => '60000']);
--EXPECT--
bool(true)
Fatal error: Allowed memory size of 16777216 bytes exhausted
exit code 255, locks left: 0
bool(true)
Fatal error: Allowed memory size of 16777216 bytes exhausted
exit code 255, locks left: 0
bool(true)
Fatal error: Allowed memory size of 16777216 bytes exhausted
exit code 255, locks left: 0
bool(true)
Fatal error: Allowed memory size of 16777216 bytes exhausted
exit code 255, locks left: 0
bool(true)
Fatal error: Allowed memory size of 16777216 bytes exhausted
some events are left
exit code 255, locks left: 0
