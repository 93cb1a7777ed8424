--TEST--
What a fiber that has ended acquired is no later fiber's: releaseAll() leaves it, and INF waits for it
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();
$lock = fn (string $suffix): RedisLock => new RedisLock(test_key($suffix), 600, $redis->address());

Loop::install();
$held = [$lock('-one'), $lock('-two')];
// The lock lives on here. PHP gives the memory of the one fiber to the next: with its frames, and with its object.
foreach ($held as $one) {
    Loop::go(fn () => $one->acquire() || print("not acquired\n"));
    Loop::run();
}
Loop::go(function () use ($lock): void {
    try {
        $acquired = $lock('-one')->acquire(INF);
        echo 'waited: ', json_encode($acquired), "\n";
    } catch (LogicException) {
        echo "refused to wait for itself\n";
    }
});
Loop::go(function () use ($held): void {
    Loop::sleep(0.05);
    echo "released by hand\n";
    $held[0]->release();
});
Loop::run();

Loop::go(function (): void {
    Loop::sleep(0.001);
    echo 'released by a later fiber: ', json_encode(RedisLock::releaseAll()), "\n";
});
Loop::run();
echo 'still held: ', json_encode(array_map(fn (RedisLock $one): bool => $one->isHeld(), $held)), "\n";

// One that has not ended keeps what it has acquired, whatever ends meanwhile.
Loop::go(function () use ($lock): void {
    $mine = [$lock('-mine')];
    $mine[0]->acquire() || print("not acquired\n");
    Loop::sleep(0.05);
    $mine[] = $lock('-more');
    $mine[1]->acquire() || print("not acquired\n");
    echo 'released by its own: ', count(RedisLock::releaseAll()), "\n";
});
Loop::go(fn () => $lock('-short')->acquire() || print("not acquired\n"));
Loop::run();
// {main} is none of them.
echo 'released by {main}: ', count(RedisLock::releaseAll()), "\n";
--EXPECT--
released by hand
waited: true
released by a later fiber: []
still held: [false,true]
released by its own: 2
released by {main}: 0
