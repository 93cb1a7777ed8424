--TEST--
A waiter that still owes the release of a part of its last lease sends it before it stands in line: the head would wait for it for ever
--FILE--
<?php
require __DIR__ . '/line.inc';
$redis = RedisServer::start();
$keys = ['{' . test_key() . '}:a', '{' . test_key() . '}:b'];
$lock = fn (float $ttl = 600): RedisLock => new RedisLock($keys, $ttl, $redis->address());

Loop::install();
$order = [];
$owes = $lock(INF);
Loop::go(function () use ($redis, $keys, $owes, $lock, &$order): void {
    $owes->acquire() || print("not acquired\n");
    $redis->call('DEL', $keys[0]);
    var_dump($owes->isHeld(), $redis->call('EXISTS', $keys[1]));
    Loop::go(function () use ($lock, &$order): void {
        $head = $lock();
        $order[] = $head->acquire(INF) ? 'head' : 'in vain';
        $head->release();
    });
    while (blocked($redis) === 0) {
        Loop::sleep(0.01);
    }
    $order[] = $owes->acquire(INF) ? 'itself' : 'in vain';
    $owes->release();
});
$end = hrtime(true) / 1e9 + PATIENCE;
Loop::run(function () use (&$order, $end): bool {
    return count($order) >= 2 || hrtime(true) / 1e9 > $end;
});
sort($order);
echo implode(' ', $order), "\n";
RedisLock::waitUsing(null);
--EXPECT--
bool(false)
int(1)
head itself
