--TEST--
The end of an object whose release is refused throws and prints nothing, and the next contact that is not refused releases the lock
--INI--
redislock.report_lost=1
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$password = function (RedisServer $redis, string $password): void {
    $redis->call('CONFIG', 'SET', 'requirepass', $password);
    $password === '' && $redis->call('ACL', 'SETUSER', 'default', 'nopass');
    $redis->call('CLIENT', 'KILL', 'USER', 'default');
};
$refusals = [
    'asks for a password' => [fn (RedisServer $redis) => $password($redis, 's3cret'), fn (RedisServer $redis) => $password($redis, '')],
    'is a replica' => [fn ($redis) => $redis->call('REPLICAOF', '127.0.0.1', '1'), fn ($redis) => $redis->call('REPLICAOF', 'NO', 'ONE')],
    'wants replicas' => [
        fn ($redis) => $redis->call('CONFIG', 'SET', 'min-replicas-to-write', '1'),
        fn ($redis) => $redis->call('CONFIG', 'SET', 'min-replicas-to-write', '0'),
    ],
];
foreach ($refusals as $name => [$begin, $end]) {
    $redis = RedisServer::start();
    $lock = new RedisLock(test_key(), 100, $redis->address());
    $lock->acquire() || exit(1);
    $failed = RedisLock::stats()['failed'];
    $begin($redis);
    unset($lock);
    echo "$name: failed +", RedisLock::stats()['failed'] - $failed, ', keys: ', $redis->call('DBSIZE');
    $end($redis);
    echo ', then locked: ', json_encode((new RedisLock(test_key(), 100, $redis->address()))->isLocked()), "\n";
}
var_dump(RedisLock::stats()['lost']);
--EXPECT--
asks for a password: failed +1, keys: 1, then locked: false
is a replica: failed +1, keys: 1, then locked: false
wants replicas: failed +1, keys: 1, then locked: false
int(0)
