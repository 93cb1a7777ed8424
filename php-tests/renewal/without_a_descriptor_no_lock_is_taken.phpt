--TEST--
A connected process without descriptors takes no lock with autoRenew, wherever that is; once it has some again it does
--EXTENSIONS--
posix
--FILE--
<?php
require __DIR__ . '/renewal.inc';

$redis = RedisServer::start();
$sentinel = $redis->sentinel();
[$one, $other, $node] = [RedisServer::start(), RedisServer::start(), RedisServer::start('--cluster-enabled', 'yes')];
$node->becomeCluster();
$places = [
    [$redis, $redis->address()], [$redis, $redis->unix()], [$redis, "redis-sentinel://127.0.0.1:$sentinel/my-master"],
    [$node, "redis-cluster://127.0.0.1:$node->port"], [$one, [$redis->address(), $one->address(), $other->address()]],
];
posix_setrlimit(POSIX_RLIMIT_NOFILE, 128, 128);
foreach ($places as [$asked, $server]) {
    $own = new RedisLock('own', 60, $server);
    $own->acquire() && $asked->call('PING') || exit(1);
    for ($files = []; $file = @fopen('/dev/null', 'r'); $files[] = $file);
    echo not_taken($asked, $server), "\n";
    var_dump(not_taken($asked, $server, 5) === not_taken($asked, $server), $own->extend());
    array_splice($files, 0, 8);
    $lock = new RedisLock('renewed', 2, $server, autoRenew: true);
    var_dump($lock->acquire(), renewed(1), $lock->release(), $own->release());
}
--EXPECT--
RedisLockConnectionException: could not acquire lock "renewed": 127.0.0.1:PORT: Too many open files (os error 24); autoRenew needs a second connection; do not start the guarded work
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
RedisLockConnectionException: could not acquire lock "renewed": /s: Too many open files (os error 24); autoRenew needs a second connection; do not start the guarded work
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
RedisLockConnectionException: could not acquire lock "renewed": no sentinel names a master: 127.0.0.1:PORT: Too many open files (os error 24); autoRenew needs a second connection; do not start the guarded work
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
RedisLockConnectionException: could not acquire lock "renewed": 127.0.0.1:PORT: Too many open files (os error 24); autoRenew needs a second connection; do not start the guarded work
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
RedisLockConnectionException: could not acquire lock "renewed": 0 of 3 nodes replied, 2 needed (127.0.0.1:PORT: Too many open files (os error 24); 127.0.0.1:PORT: Too many open files (os error 24); 127.0.0.1:PORT: Too many open files (os error 24); autoRenew needs a second connection); do not start the guarded work
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
