--TEST--
Parent and children that take and release one key at the same time never hold it together
--EXTENSIONS--
pcntl
--INI--
redislock.io_timeout=20
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 600, $redis->address());
var_dump($lock->acquire(), $lock->release());

// Counts to 50, if need be in 20 seconds; only who holds the lock may write the common count.
$work = function () use ($lock, $redis, $key): void {
    $done = 0;
    eventually(PATIENCE, function () use ($lock, $redis, $key, &$done): bool {
        if ($lock->acquire()) {
            $count = (int) $redis->call('GET', "$key-count");
            $redis->call('SET', "$key-count", (string) ($count + 1));
            $done += $lock->release() ? 1 : 0;
        }

        return $done === 50;
    });
};
$children = [];
while (count($children) < 3) {
    $children[] = $pid = pcntl_fork();
    if ($pid === 0) {
        $work();
        exit;
    }
}
$work();
echo implode(', ', array_map(ending_of(...), $children)), "\n";
var_dump($redis->call('GET', "$key-count"));
--EXPECT--
bool(true)
bool(true)
exit code 0, exit code 0, exit code 0
string(3) "200"
