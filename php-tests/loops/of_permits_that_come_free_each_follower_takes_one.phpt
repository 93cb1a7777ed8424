--TEST--
Followers whose time is over when several permits are free each ask for one: that another took one says nothing of the others
--FILE--
<?php
require __DIR__ . '/line.inc';
$redis = RedisServer::start();
$lock = fn (): RedisLock => new RedisLock(test_key(), 600, $redis->address(), permits: 4);

Loop::install();
$held = array_map(fn (): RedisLock => $lock(), range(1, 4));
array_map(fn (RedisLock $each): bool => $each->acquire() || print("not acquired\n"), $held);
$answers = $kept = [];
$wait = 0.5 * SLOWNESS;
$begin = hrtime(true) / 1e9;
foreach (['head' => 60, 'one' => $wait, 'two' => $wait, 'three' => $wait] as $name => $seconds) {
    Loop::go(function () use ($name, $seconds, $lock, &$answers, &$kept): void {
        $kept[] = $own = $lock();
        $answers[] = $name . ($own->acquire($seconds) ? ' has one' : ' in vain');
    });
}
// The loop has turns while all wait.
Loop::go(function () use ($begin, $wait): void {
    while (hrtime(true) / 1e9 - $begin < $wait) {
        Loop::sleep(0.005);
    }
});
Loop::run(fn (): bool => Loop::$suspended === 5 && blocked($redis) > 0);
Loop::run(fn (): bool => hrtime(true) / 1e9 - $begin > $wait - 0.1);
array_map(fn (RedisLock $each): bool => $each->release(), $held);
// The thread computes until their time is over.
while (hrtime(true) / 1e9 - $begin < $wait + 0.05);
Loop::run();
sort($answers);
echo implode("\n", $answers), "\n";
RedisLock::waitUsing(null);
--EXPECT--
head has one
one has one
three has one
two has one
