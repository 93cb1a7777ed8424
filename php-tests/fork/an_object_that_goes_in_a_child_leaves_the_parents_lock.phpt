--TEST--
An inherited object that goes in a forked child leaves its parent's lock, and sends nothing
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();

final class Work
{
    public static array $locks = [];
}
foreach (['-a', '-b', '-c'] as $suffix) {
    Work::$locks[] = $lock = new RedisLock(test_key($suffix), 600, $redis->address());
    var_dump($lock->acquire());
}
$seen = $redis->monitor();
echo in_child(function (): void {
    global $lock;
    $lock = null;
    Work::$locks = [];
}), "\n";
var_dump($seen(), $redis->call('DBSIZE'), $lock->isHeld());
--EXPECT--
bool(true)
bool(true)
bool(true)
exit code 0
array(0) {
}
int(3)
bool(true)
