--TEST--
A callable that returns after the end of the wait: one more attempt is made, and takes what is free by then
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();
$lock = fn (string $suffix = '', float $ttl = 600): RedisLock => new RedisLock(test_key($suffix), $ttl, $redis->address());

foreach ([[0.2, true], [60.0, false]] as [$ttl, $expected]) {
    $holder = $lock(ttl: $ttl);
    $holder->acquire() || print("not acquired\n");
    // The holder, or the end of the wait, is waited for no longer than 0.3 s; a reply, on a busy machine, up to an io_timeout of 1 s.
    RedisLock::waitUsing(fn ($stream, bool $write, float $seconds) => usleep($seconds < 0.5 ? 400_000 : 0));
    $waiter = $lock();
    [$acquired, $took] = timed(fn () => $waiter->acquire(0.3));
    RedisLock::waitUsing(null);
    var_dump($acquired === $expected);
    within(0.39, $took, 1.5 * SLOWNESS, 'returned when the callable did');
    $waiter->release();
    $holder->release();
}
--EXPECT--
bool(true)
returned when the callable did: yes
bool(true)
returned when the callable did: yes
