--TEST--
A signal's handler runs while fibers stand in line; where it throws one leaves, and the others go on
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/line.inc';
$redis = RedisServer::start();
$lock = fn (): RedisLock => new RedisLock(test_key(), 600, $redis->address());

pcntl_async_signals(true);
$throws = false;
pcntl_signal(SIGALRM, function () use (&$throws, $lock): void {
    // For the very key, too.
    echo 'handled, ', json_encode($lock()->acquire(0.01)), "\n";
    $throws && throw new DomainException('from the handler');
});
Loop::install();
$holder = $lock();
$holder->acquire() || print("not acquired\n");
$order = $thrown = [];
foreach (['first', 'second', 'third'] as $name) {
    Loop::go(function () use ($name, $lock, &$order, &$thrown): void {
        try {
            $lock()->run(function () use ($name, &$order): void {
                $order[] = $name;
            }, 60);
        } catch (DomainException) {
            $thrown[] = $name;
        }
    });
}
Loop::run(fn (): bool => Loop::$suspended === 3 && blocked($redis) === 1);
signal(getmypid(), 'ALRM');
$start = now();
Loop::run(fn (): bool => now() > $start + 0.2);
$throws = true;
// Inside of the next that goes on.
Loop::go(fn () => signal(getmypid(), 'ALRM'));
try {
    Loop::run(fn (): bool => count($thrown) === 1 || now() > $start + PATIENCE);
} catch (DomainException) {
    // Where no wait was running then.
    $thrown[] = 'none';
}
$throws = false;
$holder->release();
Loop::run();
echo count($order) + count(array_diff($thrown, ['none'])), " have gone on\n";
show_what_is_left($redis);
--EXPECT--
handled, false
handled, false
3 have gone on
left: nothing
