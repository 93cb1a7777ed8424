--TEST--
In one line stand locks of any ttl, with given tokens, fences and renewal; each has its own when it is its turn
--FILE--
<?php
require __DIR__ . '/line.inc';
$redis = RedisServer::start();
$lock = fn (float $ttl = 600, mixed ...$more): RedisLock => new RedisLock(test_key(), $ttl, $redis->address(), ...$more);

Loop::install();
$holder = $lock();
$holder->acquire() || print("not acquired\n");
$seen = [];
$kinds = [
    'of a minute' => fn (): RedisLock => $lock(ttl: 60),
    'for ever' => fn (): RedisLock => $lock(ttl: INF),
    'given' => fn (): RedisLock => $lock(token: 'a token of mine'),
    'fenced' => fn (): RedisLock => $lock(fence: true),
    'renewed' => fn (): RedisLock => $lock(ttl: 5, autoRenew: true),
];
foreach ($kinds as $kind => $make) {
    Loop::go(function () use ($kind, $make, $redis, &$seen): void {
        $own = $make();
        $own->acquire(60) || print("$kind: not acquired\n");
        $left = $redis->call('PTTL', test_key());
        $seen[] = "$kind: " . match (true) {
            $redis->call('GET', test_key()) !== $own->token() => 'another has it',
            $left < 0 => 'no end',
            default => ceil($left / 1000) . ' s',
        };
        $kind !== 'fenced' || $own->fence() > 0 || print("no fence\n");
        Loop::sleep(0.01);
        $own->release() || print("$kind: not released\n");
    });
}
Loop::run(fn (): bool => Loop::$suspended === 5 && blocked($redis) === 1);
$holder->release();
Loop::run();
echo implode("\n", $seen), "\n";
--EXPECT--
of a minute: 60 s
for ever: no end
given: 600 s
fenced: 600 s
renewed: 5 s
