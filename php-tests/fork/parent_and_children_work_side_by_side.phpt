--TEST--
Parent and children that take and release one key at the same time never hold it together
--EXTENSIONS--
redislock
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 600, $redis->address());
var_dump($lock->acquire(), $lock->release());

// 50 times each: nobody else may count while we do.
$work = function () use ($lock, $redis, $key): bool {
    $done = 0;

    return eventually(PATIENCE, function () use ($lock, $redis, $key, &$done): bool {
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
    $pid = pcntl_fork();
    if ($pid === 0) {
        exit($work() ? 0 : 1);
    }
    $children[] = $pid;
}
var_dump($work());
foreach ($children as $pid) {
    var_dump(eventually(PATIENCE, fn (): bool => pcntl_waitpid($pid, $status, WNOHANG) === $pid), $status);
}
var_dump($redis->call('GET', "$key-count"));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
bool(true)
int(0)
bool(true)
int(0)
string(3) "200"
