--TEST--
A program whose redislock.server names sentinels locks on the master they name, waits there, and releases at its end
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$address = "redis-sentinel://127.0.0.1:{$redis->sentinel()}/my-master/2";
$result = $redis->php(<<<'PHP'
    $lock = new RedisLock('job', 10);
    var_dump($lock->acquire(), (new RedisLock('job', 10))->acquire(0.05));
    var_dump((new RedisLock('other', 10, fence: true))->run(fn (RedisLock $lock): int => min($lock->fence(), 1), 1));
    var_dump($lock->isHeld());
    PHP, ['redislock.server' => $address]);
echo $result->out, $result->err;
$redis->call('SELECT', '2');
var_dump($redis->call('EXISTS', 'job'));

// Nobody named by that name.
try {
    (new RedisLock('job', server: str_replace('my-master', 'another', $address)))->acquire() || exit(1);
} catch (RedisLockConnectionException $e) {
    echo preg_replace('/:[0-9]+/', ':PORT', $e->getMessage()), "\n";
}
--EXPECT--
bool(true)
bool(false)
int(1)
bool(true)
int(0)
could not acquire lock "job": no sentinel names a master: 127.0.0.1:PORT: knows no master "another"; do not start the guarded work
