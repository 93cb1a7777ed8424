--TEST--
A program whose redislock.server names a cluster locks, waits, renews and numbers there, and releases at its end
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start('--cluster-enabled', 'yes');
$redis->becomeCluster();
$address = str_replace('redis://', 'redis-cluster://', $redis->address());
$result = $redis->php(<<<'PHP'
    $lock = new RedisLock('job', 0.3, autoRenew: true);
    var_dump($lock->acquire(), (new RedisLock('job', 10))->acquire(0.6));
    var_dump((new RedisLock('other', 10, fence: true))->run(fn (RedisLock $lock): int => min($lock->fence(), 1), 1));
    var_dump($lock->isHeld());
    PHP, ['redislock.server' => $address]);
echo $result->out, $result->err;
var_dump($redis->call('EXISTS', 'job'));

// The same node by a plain address, which another node of a larger cluster would refuse.
var_dump((new RedisLock('job', 10, $redis->address()))->acquire());
--EXPECT--
bool(true)
bool(false)
int(1)
bool(true)
int(0)
bool(true)
