--TEST--
A child's child releases what it took itself, and neither its parent's nor its grandparent's locks
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();
$take = function (string $name) use ($redis): RedisLock {
    $lock = new RedisLock(test_key("-$name"), 600, $redis->address());
    echo $name, $lock->acquire() ? ' takes its lock' : ' was refused', ', ', $redis->call('DBSIZE'), " held\n";

    return $lock;
};

$grandparents = $take('grandparent');
echo in_child(function () use ($take, $redis, $grandparents): void {
    $parents = $take('parent');
    echo in_child(function () use ($take, $grandparents, $parents): void {
        $own = $take('child');
        var_dump($grandparents->release(), $parents->release(), $own->isHeld());
    }), "\n";
    echo 'after the child ', $redis->call('DBSIZE'), " are held\n";
    var_dump($parents->isHeld(), $parents->extend(), $grandparents->isHeld());
}), "\n";
echo 'after the parent ', $redis->call('DBSIZE'), " is held\n";
var_dump($grandparents->isHeld(), $grandparents->release());
--EXPECT--
grandparent takes its lock, 1 held
parent takes its lock, 2 held
child takes its lock, 3 held
bool(false)
bool(false)
bool(true)
exit code 0
after the child 2 are held
bool(true)
bool(true)
bool(false)
exit code 0
after the parent 1 is held
bool(true)
bool(true)
