--TEST--
A lease whose release gets no reply is reported as abandoned, and as expired once its ttl has run out
--INI--
redislock.events=100
redislock.io_timeout=0.1
--FILE--
<?php
require __DIR__ . '/told.inc';

$held = function (string $name, float $ttl) use (&$redis): RedisLock {
    $lock = new RedisLock($name, $ttl, $redis->address());
    $lock->acquire() || exit(1);

    return $lock;
};
$redis = RedisServer::start();
[$short, $long, $asked, $again] = [$held('short', 0.2), $held('long', 600), $held('asked', 600), $held('again', 600)];
$redis->suspend();
eventually(PATIENCE, fn (): bool => $short->remaining() === 0.0);
RedisLock::events();
echo strtok(throws(fn () => $again->release()), ':'), "\n";
unset($short);
unset($long);
echo strtok(throws(fn () => $asked->release()), ':'), "\n";
unset($asked);
told('key');
$redis->resume();
var_dump($again->acquire());
told('key');
$again->release();
RedisLock::events();

$stopped = fn () => $redis->suspend();
(new RedisLock('run', 600, $redis->address()))->run($stopped);
told('key');
$redis->resume();
$late = new RedisLock('late', 0.5, $redis->address());
echo strtok(throws(fn () => $late->run(fn () => $stopped() || eventually(PATIENCE, fn (): bool => $late->remaining() === 0.0))), ':'), "\n";
told('key');
$redis->resume();
--EXPECT--
RedisLockConnectionException
RedisLockConnectionException
expired: unreachable, key "short"
abandoned: unreachable, key "long"
abandoned: unreachable, key "asked"
bool(true)
abandoned: acquire, key "again"
acquired: free, key "again"
acquired: free, key "run"
abandoned: unreachable, key "run"
RedisLockLostException
acquired: free, key "late"
expired: unreachable, key "late"
