--TEST--
A user without TYPE, ZRANGE or HSCAN removes strings by forceRelease(); for other keys the message says which right is missing
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
foreach (['+@all -type', '+@all -hscan'] as $rules) {
    $redis->call('ACL', 'SETUSER', 'shop', 'reset', 'on', '>pw', '~*', ...explode(' ', $rules));
    $address = str_replace('//', '//shop:pw@', $redis->address());
    $redis->call('SET', 'string', 'held');
    $redis->call('HSET', 'redisson', '8743c9c0-0795-4907-87fd-6c719a6b4586:1', '1');
    echo "$rules: ", json_encode((new RedisLock('string', 10, $address))->forceRelease()), "\n";
    echo str_replace($redis->port, 'PORT', throws(fn () => (new RedisLock('redisson', 10, $address))->forceRelease())), "\n";
    echo $redis->call('EXISTS', 'redisson'), " is left\n";
    $lock = new RedisLock('job', 10, $address);
    echo json_encode([$lock->acquire(), $lock->release()]), "\n";
}
--EXPECT--
+@all -type: true
RedisLockServerException: could not force the release of lock "redisson": 127.0.0.1:PORT: this user may not read the type of "redisson" (TYPE); docs/servers.md has the ACL rules a lock needs
1 is left
[true,true]
+@all -hscan: true
RedisLockServerException: could not force the release of lock "redisson": 127.0.0.1:PORT: "redisson" is a hash, and this user may not check whether it is a lock; docs/servers.md has the ACL rules a lock needs
1 is left
[true,true]
