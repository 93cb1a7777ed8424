--TEST--
The release of any permit wakes a process that waits for one, at once
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$make = fn (): RedisLock => new RedisLock(test_key(), 600, $redis->address(), permits: 3);
$locks = [$make(), $make(), $make()];
array_map(fn (RedisLock $lock) => $lock->acquire(), $locks);
foreach ([2, 0, 1] as $number) {
    $script = $redis->background('$lock = new RedisLock(' . var_export(test_key(), true) . <<<'PHP'
        , 600, permits: 3, autoRelease: false);
        echo "waits\n";
        var_dump($lock->acquire(20));
        printf("%.6f\n", hrtime(true) / 1e9);
        PHP);
    $script->waitForLine('waits');
    eventually(PATIENCE, fn () => str_contains((string) $redis->call('INFO', 'clients'), 'blocked_clients:1'));
    $released = hrtime(true) / 1e9;
    $locks[$number]->release();
    [, $got, $when] = explode("\n", $script->wait()->out);
    var_dump($got, (float) $when - $released < 0.4 * SLOWNESS);
}
--EXPECT--
string(10) "bool(true)"
bool(true)
string(10) "bool(true)"
bool(true)
string(10) "bool(true)"
bool(true)
