--TEST--
An exception or exit that ends run() in a forked child leaves the parent's lock
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 600, $redis->address());
$parent = getmypid();

try {
    $lock->run(function (RedisLock $lock): void {
        echo in_child(fn () => exit(3)), "\n";
        $pid = pcntl_fork();
        if ($pid === 0) {
            throw new DomainException('the child failed');
        }
        echo ending_of($pid), "\n";
        var_dump($lock->isHeld());
    });
} catch (DomainException $caught) {
    echo $caught->getMessage(), "\n";
}
if (getmypid() !== $parent) {
    exit;
}
var_dump($redis->call('EXISTS', $key));
--EXPECT--
exit code 3
the child failed
exit code 0
bool(true)
int(0)
