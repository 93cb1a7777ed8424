--TEST--
RedisLock::stats() goes on in a forked child, and the parent has nothing of what the child counts
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 600, $redis->address());
var_dump($lock->acquire(), $lock->release(), $lock->acquire());

echo in_child(function () use ($redis): void {
    $own = new RedisLock(test_key('-own'), 600, $redis->address());
    var_dump($own->acquire());
    echo json_encode(array_filter(counters())), "\n";
}), "\n";
echo json_encode(array_filter(counters())), "\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
{"acquired":3,"released":1}
exit code 0
{"acquired":2,"released":1}
