--TEST--
kill -9 of the holder of a permit costs one ttl of one permit
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$script = $redis->background('const KEY = ' . var_export(test_key(), true) . ';' . <<<'PHP'
    $lock = new RedisLock(KEY, 2, permits: 2);
    var_dump($lock->acquire());
    echo "held\n";
    fgets(STDIN);
    PHP);
$script->waitForLine('held');
$other = new RedisLock(test_key(), 600, $redis->address(), permits: 2);
var_dump($other->acquire());
$script->kill('KILL');
$script->wait();
$next = new RedisLock(test_key(), 600, $redis->address(), permits: 2);
var_dump($next->acquire());
$start = hrtime(true);
var_dump($next->acquire(20), (hrtime(true) - $start) / 1e9 < 2.5 * SLOWNESS, $other->isHeld());
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
