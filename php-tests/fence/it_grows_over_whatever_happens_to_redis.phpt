--TEST--
A fence grows with every lease: of one object and of others, over expiry, force, FLUSHALL, SCRIPT FLUSH and a restart
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();

$between = [
    'release' => fn (RedisLock $lock) => $lock->release(),
    'expiry' => fn () => eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', test_key()) === 0),
    'force' => fn (RedisLock $lock) => $lock->forceRelease(),
    'FLUSHALL' => fn () => $redis->call('FLUSHALL'),
    'SCRIPT FLUSH' => fn (RedisLock $lock) => $lock->release() . $redis->call('SCRIPT', 'FLUSH'),
    'restart' => fn () => $redis->restart(),
    'a lease without fence' => fn (RedisLock $lock) => $lock->release() . (new RedisLock(test_key(), 1, $redis->address()))->acquire(),
];
$lock = new RedisLock(test_key(), 0.1, $redis->address(), fence: true);
$lock->acquire(1) || exit(1);
foreach ($between as $what => $happens) {
    $last = $lock->fence();
    $happens($lock);
    if ($lock->remaining() > 0) {
        // It does not know yet, and another object comes along.
        $lock = new RedisLock(test_key(), 0.1, $redis->address(), fence: true);
    }
    echo "$what: ", json_encode([is_int($last), $lock->acquire(1), $lock->fence() > $last]), "\n";
}
--EXPECT--
release: [true,true,true]
expiry: [true,true,true]
force: [true,true,true]
FLUSHALL: [true,true,true]
SCRIPT FLUSH: [true,true,true]
restart: [true,true,true]
a lease without fence: [true,true,true]
