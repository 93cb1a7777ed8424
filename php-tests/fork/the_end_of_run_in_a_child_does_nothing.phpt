--TEST--
A child that is forked in run()'s callback and returns from there gets the result and releases nothing
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 600, $redis->address());

$seen = null;
$parent = getmypid();
$result = $lock->run(function (RedisLock $lock) use ($redis, &$seen): string {
    $seen = $redis->monitor();
    $pid = pcntl_fork();
    if ($pid === 0) {
        return "the child's result";
    }
    echo ending_of($pid), "\n";
    var_dump($seen(), $lock->isHeld());

    return "the parent's result";
});
echo "$result\n";
if (getmypid() !== $parent) {
    var_dump($lock->release());
    exit;
}
var_dump($redis->call('EXISTS', $key));
--EXPECT--
the child's result
bool(false)
exit code 0
array(0) {
}
bool(true)
the parent's result
int(0)
