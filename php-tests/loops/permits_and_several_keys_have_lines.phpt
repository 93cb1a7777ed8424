--TEST--
Those who wait for a key's permits stand in one line, and so do those who wait for the same keys in the same order
--FILE--
<?php
require __DIR__ . '/line.inc';
$redis = RedisServer::start();
Loop::install();

$permits = fn (): RedisLock => new RedisLock(test_key(), 600, $redis->address(), permits: 2);
$holders = [$permits(), $permits()];
foreach ($holders as $holder) {
    $holder->acquire() || print("not acquired\n");
}
$inside = $most = $served = 0;
for ($n = 0; $n < 10; $n++) {
    Loop::go(function () use ($permits, &$inside, &$most, &$served): void {
        $permits()->run(function () use (&$inside, &$most): void {
            $most = max($most, ++$inside);
            Loop::sleep(0.02);
            $inside--;
        }, 60);
        $served++;
    });
}
Loop::run(fn (): bool => Loop::$suspended === 10 && blocked($redis) === 1);
echo count($redis->clients()), " connection\n";
foreach ($holders as $holder) {
    $holder->release();
}
Loop::run();
echo "permits: $served served, at most $most at a time\n";

$keys = fn (string ...$suffixes): RedisLock => new RedisLock(array_map(test_key(...), $suffixes), 600, $redis->address());
$holder = $keys('-a', '-b');
$holder->acquire() || print("not acquired\n");
$order = [];
stand_in_line($redis, ['first', 'second'], fn (): RedisLock => $keys('-a', '-b'), $order);
stand_in_line($redis, ['third', 'fourth'], fn (): RedisLock => $keys('-b', '-a'), $order);
Loop::run(fn (): bool => blocked($redis) === 2);
$holder->release();
until_served($order, 4);
sort($order);
echo 'keys: ', implode(', ', $order), "\n";
--EXPECT--
1 connection
permits: 10 served, at most 2 at a time
keys: first, fourth, second, third
