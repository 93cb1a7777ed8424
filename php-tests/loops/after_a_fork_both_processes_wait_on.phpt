--TEST--
A fork while fibers wait: those of both processes go on, one at a time, and get the lock
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();

$script = $redis->background(with_loop(<<<'PHP'
    $held = new RedisLock('key', 600);
    $held->acquire() || print("not acquired\n");
    $parent = getmypid();
    for ($n = 0; $n < 4; $n++) {
        Loop::go(function () use ($parent): void {
            $lock = new RedisLock('key', 600);
            $acquired = $lock->acquire(20);
            // More than one inside would be seen.
            $inside = new RedisLock('inside', 600);
            fprintf(STDOUT, "%s %s %s\n", getmypid() === $parent ? 'parent' : 'child', json_encode($acquired), json_encode($inside->acquire()));
            Loop::sleep(0.02);
            $inside->release();
            $lock->release();
        });
    }
    Loop::go(function () use ($held, &$child): void {
        while (Loop::$suspended < 4) {
            Loop::sleep(0.001);
        }
        $child = pcntl_fork();
        if ($child > 0) {
            Loop::sleep(0.2);
            $held->release();
        }
    });
    Loop::run();
    if ($child > 0) {
        pcntl_waitpid($child, $status);
        echo 'child ended with ', $status, "\n";
    }
    PHP), ['extension' => 'pcntl']);
$lines = explode("\n", trim($script->wait()->out));
sort($lines);
echo implode("\n", $lines), "\n";
show_what_is_left($redis);
--EXPECT--
child ended with 0
child true true
child true true
child true true
child true true
parent true true
parent true true
parent true true
parent true true
left: nothing
