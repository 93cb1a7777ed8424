--TEST--
A waiter looks once a second while Redis is silent or gone, and once more before it throws
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

function waits(RedisServer $redis, string $after, float $wait, float $there, bool $holds = true): void {
    $holder = new RedisLock(test_key(), 60, $redis->address());
    $holds && $holder->acquire();
    $begin = microtime(true);
    $looks = [];
    $find = function () use ($redis, $after, $begin, $there, &$looks): ?string {
        $looks[] = microtime(true) - $begin;
        // The look before anything is sent is followed by the first attempt, the second one is in the wait.
        if (count($looks) === 2 && $after !== 'nothing') {
            $after === 'silent' ? $redis->suspend() : $redis->stop();
        }
        return microtime(true) - $begin >= $there ? 'value' : null;
    };
    $lock = new RedisLock(test_key(), 5, $redis->address() . '?io_timeout=0.2');
    try {
        echo $lock->run(fn () => 'made', $wait, lookup: $find);
    } catch (RedisLockException $error) {
        echo get_class($error);
    }
    $apart = array_map(fn (float $a, float $b): float => $b - $a, array_slice($looks, 0, -1), array_slice($looks, 1));
    echo $apart === [] || max($apart) < 2.5 ? '' : ', looked at ' . json_encode($looks), "\n";
    $after === 'silent' ? $redis->resume() : $redis->restart();
    $holder->forceRelease();
}
$redis = RedisServer::start();
foreach (['silent', 'gone'] as $after) {
    waits($redis, $after, wait: 20, there: 3.0);
}
// The last look: at the end of a wait, and where the connection is refused.
waits($redis, 'nothing', wait: 0.4, there: 0.3);
waits($redis, 'nothing', wait: 0.2, there: 9);
$redis->stop();
$looks = 0;
$second = function () use (&$looks) { return ++$looks === 2 ? 'at the second look' : null; };
echo (new RedisLock('k', 5, $redis->address()))->run(fn () => 'made', lookup: $second), "\n";
--EXPECT--
value
value
value
RedisLockNotAcquiredException
at the second look
