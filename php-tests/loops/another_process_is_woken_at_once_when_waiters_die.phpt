--TEST--
A process that dies of a fatal error with waiters suspended wakes a waiter of another process, and none of its own
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();

$dying = $redis->background(with_loop(<<<'PHP'
    $held = new RedisLock('key', 600);
    $held->acquire() || print("not acquired\n");
    for ($n = 0; $n < 5; $n++) {
        Loop::go(fn () => (new RedisLock('key', 600))->acquire(60));
    }
    Loop::go(function () {
        while (Loop::$suspended < 5) {
            Loop::sleep(0.001);
        }
        // Until the first is in BLPOP, which takes turns of the loop.
        Loop::sleep(0.5);
        echo "all wait\n";
        // The waits go on meanwhile, slice after slice.
        stream_set_blocking(STDIN, false);
        while (fgets(STDIN) === false) {
            Loop::sleep(0.01);
        }
        eval("class Broken { function nothing(); }");
    });
    Loop::run();
    PHP), ['display_errors' => '0']);
$dying->waitForLine('all wait');
$waits = waiter($redis, 'key');
var_dump(eventually(PATIENCE, fn (): bool => blocked($redis) === 2));
$start = now();
$dying->say();
within(0, acquired_at($waits) - $start, 0.2 * SLOWNESS, 'acquired at once');
$waits->say();
show_what_is_left($redis, 'key');
--EXPECT--
bool(true)
acquired at once: yes
left: nothing
