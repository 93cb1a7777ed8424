--TEST--
A callable that returns false is not called again in that wait, which blocks and ends on time; in the next one it is
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();
$lock = fn (string $suffix = '', float $ttl = 600): RedisLock => new RedisLock(test_key($suffix), $ttl, $redis->address());

$holder = $lock();
$holder->acquire() || print("not acquired\n");
$calls = 0;
RedisLock::waitUsing(function () use (&$calls): bool {
    $calls++;

    return false;
});
foreach ([1, 2] as $wait) {
    $calls = 0;
    [$acquired, $took] = timed(fn () => $lock()->acquire(0.3));
    var_dump($acquired, $calls);
    within(0.29, $took, 0.6 * SLOWNESS, 'ended on time');
}
--EXPECT--
bool(false)
int(1)
ended on time: yes
bool(false)
int(1)
ended on time: yes
