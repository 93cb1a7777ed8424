--TEST--
A lock at memory: has every method, and each returns or throws what it does on a Redis, and counts the same
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

/** Calls a method, and returns what came of it, without what differs each time. */
function told(RedisLock $lock, string $method, mixed ...$arguments): string
{
    try {
        $told = json_encode($lock->$method(...$arguments), JSON_PARTIAL_OUTPUT_ON_ERROR);
    } catch (Throwable $thrown) {
        $told = get_class($thrown) . ': ' . $thrown->getMessage();
    }
    preg_match('/\[state\] => (\w+)/', print_r($lock, true), $state);

    return preg_replace(['/r[ln]_[0-9a-f]{32}/', '/\d+\.\d+/', '/"fence":\d+/'], ['TOKEN', 'SECONDS', '"fence":N'], "$method: $told, $state[1]");
}

function play(string $server): array
{
    $before = counters();
    $key = test_key();
    $new = fn (string|array $key, mixed ...$more): RedisLock => new RedisLock($key, 100, $server, ...$more);
    $say = [];
    $one = $new($key, fence: true);
    $other = $new($key);
    $adopted = $new($key, token: 'mine');
    foreach (['isHeld', 'ensureHeld', 'release', 'extend', 'forceRelease', 'isLocked', 'holder', 'fence', 'acquire', 'acquire', 'isHeld', 'holder'] as $method) {
        $say[] = told($one, $method);
    }
    foreach (['acquire', 'isHeld', 'release', 'extend', 'isLocked', 'holder', 'ensureHeld'] as $method) {
        array_push($say, told($other, $method), told($adopted, $method));
    }
    $say[] = told($other, 'acquire', 0.05);
    $say[] = told($other, 'acquire', INF);
    $say[] = told($other, 'run', fn () => 1, 0.05);
    // Redis remembers a waiter for 5 seconds, which memory: has no need to.
    $describe = RedisLock::describe($key, $server);
    $say[] = preg_replace(['/r[ln]_[0-9a-f]{32}/', '/"fence":\d+/'], ['TOKEN', '"fence":N'], json_encode(['type' => '', 'remaining' => round($describe['remaining']), 'waiting' => ''] + $describe));
    $say[] = count(RedisLock::locks(test_key('*'), $server)) . ' found, ' . count(RedisLock::locks(test_key('x*'), $server));
    $fence = $one->fence();
    array_push($say, told($one, 'extend', 200), round($one->remaining()) > 150, told($one, 'run', fn () => 1), told($one, 'release'), told($one, 'fence'), told($one, 'acquire'), $one->fence() > $fence);
    array_push($say, told($other, 'forceRelease'), told($one, 'isHeld'), told($one, 'ensureHeld'), told($one, 'release'));
    array_push($say, told($adopted, 'acquire'), told($adopted, 'acquire'), told($other, 'holder'), told($adopted, 'release'), told($adopted, 'extend'));
    $say[] = told($other, 'run', fn (RedisLock $lock): array => [$lock->isHeld(), $lock->isLocked()]);
    $say[] = told($other, 'run', fn (RedisLock $lock): bool => $lock->forceRelease() && throw new DomainException('out'));
    $say[] = told($other, 'run', fn (RedisLock $lock): bool => (new RedisLock($lock->key(), server: $server))->forceRelease());
    // Several keys.
    $list = $new([test_key('a'), test_key('b')], fence: true);
    $b = $new(test_key('b'));
    array_push($say, told($list, 'acquire'), told($b, 'acquire'), told($list, 'isHeld'), told($b, 'forceRelease'), told($list, 'isHeld'), told($list, 'extend'));
    array_push($say, told($b, 'acquire'), told($list, 'release'), told($list, 'acquire'), told($list, 'holder'), told($b, 'release'), told($list, 'acquire'), told($list, 'forceRelease'));
    // Permits.
    $permits = array_map(fn (): RedisLock => $new(test_key('p'), permits: 2), [1, 2, 3]);
    foreach (['acquire', 'isHeld', 'isLocked', 'holder', 'extend', 'release', 'acquire', 'forceRelease', 'release'] as $method) {
        foreach ($permits as $permit) {
            $say[] = told($permit, $method);
        }
    }
    // At rest.
    $rest = $new(test_key('r'), atLeast: 50);
    array_push($say, told($rest, 'acquire'), told($rest, 'release'), told($rest, 'isLocked'), told($rest, 'holder'), told($rest, 'acquire'), RedisLock::describe(test_key('r'), $server)['resting'], told($rest, 'forceRelease'));
    // What ends by itself, and what expires.
    $new($key)->acquire() || exit(1);
    $gone = new RedisLock($key, 0.3 * STRETCH, $server);
    array_push($say, told($gone, 'acquire'), usleep((int) (400_000 * STRETCH)), told($gone, 'remaining'), told($gone, 'isHeld'), told($gone, 'acquire'), told($gone, 'release'));
    $kept = $new($key, autoRelease: false);
    $say[] = told($kept, 'acquire');
    unset($kept);
    array_push($say, told($other, 'acquire'), told($other, 'forceRelease'));
    // Whether a connection was replaced is Redis's alone.
    foreach (array_diff_key(counters(), ['reconnected' => 0]) as $counter => $count) {
        $counts[$counter] = $count - $before[$counter];
    }

    return [...$say, json_encode($counts), count(RedisLock::locks(test_key('*'), $server, all: true)) . ' left'];
}

$redis = RedisServer::start();
[$onRedis, $inMemory] = [play($redis->address()), play('memory:')];
foreach ($onRedis as $step => $told) {
    if ($told !== $inMemory[$step]) {
        echo 'step ', $step, ' on Redis: ', json_encode($told), "\n    in memory: ", json_encode($inMemory[$step]), "\n";
    }
}
var_dump(count($onRedis) > 90, $inMemory === $onRedis, $inMemory[count($inMemory) - 1]);
echo implode("\n", str_replace(test_key(), 'KEY', array_slice($inMemory, 8, 4))), "\n";
--EXPECT--
bool(true)
bool(true)
string(6) "0 left"
acquire: true, held
acquire: LogicException: could not acquire lock "KEY": this object holds it already; work under it, then release() it, held
isHeld: true, held
holder: "TOKEN", held
