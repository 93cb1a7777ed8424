--TEST--
remaining() is the ttl less its drift at acquire, counts down, sends nothing, and is 0.0 without a lease
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
// One hundredth and 2 ms, at most 1 s, and the time since then: generous, for a loaded machine.
foreach ([1000 => 999, 60 => 59.398, '0.5' => 0.493] as $ttl => $most) {
    $lock = new RedisLock(test_key(), (float) $ttl, $redis->address());
    echo $lock->remaining(), ' ';
    $lock->acquire() || exit(1);
    $commands = $redis->monitor();
    $first = $lock->remaining();
    usleep(10000);
    $second = $lock->remaining();
    var_dump($first <= $most && $first > $most - 5 && ($second < $first || $first === 0.0), count($commands()));
    $lock->release();
    echo $lock->remaining(), "\n";
}
--EXPECT--
0 bool(true)
int(0)
0
0 bool(true)
int(0)
0
0 bool(true)
int(0)
0
