--TEST--
Without the commands that wake waiters a lock is released all the same
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/users.inc';

$redis = RedisServer::start();
foreach (['-exists', '-llen', '-rpush', '-pexpire', '-exists -llen -rpush -pexpire'] as $missing) {
    $lock = new RedisLock('orders:42', 10, address_of_user($redis, 'bob', '~orders:* ' . LOCK_COMMANDS . " $missing"));
    foreach (['release', 'forceRelease'] as $method) {
        $lock->acquire() || exit(1);
        $redis->call('SET', 'orders:42:rl-waiting{orders:42}', '1');
        echo "$missing: ", json_encode([$lock->$method(), $redis->call('EXISTS', 'orders:42')]), "\n";
    }
}
--EXPECT--
-exists: [true,0]
-exists: [true,0]
-llen: [true,0]
-llen: [true,0]
-rpush: [true,0]
-rpush: [true,0]
-pexpire: [true,0]
-pexpire: [true,0]
-exists -llen -rpush -pexpire: [true,0]
-exists -llen -rpush -pexpire: [true,0]
