--TEST--
A callable that returns at once, whatever but false it returns, is asked again, and the wait is no busy loop
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();
$lock = fn (string $suffix = '', float $ttl = 600): RedisLock => new RedisLock(test_key($suffix), $ttl, $redis->address());

$holder = $lock();
$holder->acquire() || print("not acquired\n");
$calls = 0;
foreach ([null, 0, '', [], 'false'] as $returns) {
    RedisLock::waitUsing(function () use (&$calls, $returns): mixed {
        $calls++;

        return $returns;
    });
    $calls = 0;
    [$acquired, $took] = timed(fn () => $lock()->acquire(0.5));
    var_dump($acquired);
    within(0.49, $took, 0.8 * SLOWNESS, 'ended on time');
    // One each millisecond; a busy loop makes a hundred times as many.
    echo $calls > 10 && $calls < 3000 ? "asked again, slowly\n" : "asked $calls times\n";
}
?>
--EXPECT--
bool(false)
ended on time: yes
asked again, slowly
bool(false)
ended on time: yes
asked again, slowly
bool(false)
ended on time: yes
asked again, slowly
bool(false)
ended on time: yes
asked again, slowly
bool(false)
ended on time: yes
asked again, slowly
