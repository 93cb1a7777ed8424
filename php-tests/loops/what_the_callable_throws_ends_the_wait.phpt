--TEST--
What the callable throws comes out of acquire() and run(); nothing is held, and nothing is left in Redis
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();
$lock = fn (string $suffix = '', float $ttl = 600): RedisLock => new RedisLock(test_key($suffix), $ttl, $redis->address());

$holder = $lock();
$holder->acquire() || print("not acquired\n");
$calls = 0;
RedisLock::waitUsing(function ($stream, $write, $seconds) use (&$calls, &$at) {
    if (++$calls >= $at) {
        throw new DomainException("call $at");
    }
    Loop::wait($stream, $write, $seconds);
});
foreach ([1, 2, 3] as $at) {
    Loop::go(function () use ($lock, &$calls): void {
        $calls = 0;
        echo throws(fn () => $lock()->acquire(60)), "\n";
    });
    Loop::run();
}
Loop::go(function () use ($lock, &$calls): void {
    $calls = 0;
    echo throws(fn () => $lock()->run(fn () => print("called\n"), 60)), "\n";
});
Loop::run();
RedisLock::waitUsing(null);
var_dump($holder->release(), $lock()->acquire());
show_what_is_left($redis);
--EXPECT--
DomainException: call 1
DomainException: call 2
DomainException: call 3
DomainException: call 3
bool(true)
bool(true)
left: nothing
