--TEST--
A callback does not wait for what it asks for itself, and that is not saved by its own key; fibers that it runs do wait, where waits suspend
--EXTENSIONS--
ctype
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/Cache', 'php-symfony-cache');
--FILE--
<?php
require __DIR__ . '/cache.inc';
require __DIR__ . '/../event-loop/fibers.inc';

$redis = RedisServer::start();
$pool = pool(pool_folder(), server: $redis->address(), wait: 20.0);
$computed = [];
$run = function () use ($pool, &$computed): string {
    $get = function () use ($pool, &$computed): void {
        $pool->get('inside', function () use (&$computed): string {
            $computed[] = 'inside';
            pause(0.1);

            return 'inside';
        });
    };
    run_fibers([new Fiber($get), new Fiber($get)]);

    return implode(', ', array_splice($computed, 0)) . "\n";
};
$own = fn () => 'outer ' . $pool->get('own', fn (): string => 'inner, saved: ') . json_encode($pool->hasItem('own')) . "\n";
// Where no wait suspends, the thread would stand still.
foreach ([RedisLock\EventLoop::fiber(), null] as $wait) {
    RedisLock::waitUsing($wait);
    $pool->clear();
    echo $pool->get('own', $own), $pool->get('main', $run);
}
--EXPECT--
outer inner, saved: false
inside
outer inner, saved: false
inside, inside
