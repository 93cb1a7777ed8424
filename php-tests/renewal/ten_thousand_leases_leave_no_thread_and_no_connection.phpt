--TEST--
10,000 kept leases take one thread and one connection of its own; a minute after the last both are gone
--SKIPIF--
<?php
is_dir('/proc/self/task') || die('skip threads are counted in /proc');
--INI--
redislock.io_timeout=20
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$most = 0;
$lock = new RedisLock(test_key(), 0.3, $redis->address(), autoRenew: true);
for ($lease = 0; $lease < 10_000; $lease++) {
    $lock->acquire() || print("refused\n");
    $lock->release() || print("lost\n");
    if ($lease % 100 === 0) {
        $most = max($most, count(scandir('/proc/self/task')) - 2);
    }
}
$lock->acquire() || exit(1);
var_dump($most, renewed(2), count($redis->clients()), $lock->release());
$threads = fn (): int => preg_match('/^Threads:\s+(\d+)$/m', file_get_contents('/proc/self/status'), $found) ? (int) $found[1] : 0;
sleep(57);
var_dump($threads(), count($redis->clients()));
var_dump(eventually(PATIENCE, fn (): bool => $threads() === 1));
var_dump(eventually(PATIENCE, fn (): bool => count($redis->clients()) === 1), RedisLock::stats()['reconnected']);
// And it comes back when it is asked for.
var_dump($lock->acquire(), renewed(2), $threads());
--EXPECT--
int(2)
bool(true)
int(2)
bool(true)
int(2)
int(2)
bool(true)
bool(true)
int(0)
bool(true)
bool(true)
int(2)
