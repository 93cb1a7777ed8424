--TEST--
events() records of each lease that it was acquired, and what has ended it
--INI--
redislock.events=100
--FILE--
<?php
require __DIR__ . '/told.inc';

$redis = RedisServer::start();
$lock = fn (...$options): RedisLock => new RedisLock(test_key(), 10, $redis->address(), ...$options);
$ends = [
    'release()' => fn (RedisLock $lock) => $lock->release(),
    'forceRelease()' => fn (RedisLock $lock) => $lock->forceRelease(),
    'releaseAll()' => fn () => RedisLock::releaseAll(),
    'isHeld() of a lost one' => fn (RedisLock $lock) => $redis->call('DEL', test_key()) && $lock->isHeld(),
    'extend() of a lost one' => fn (RedisLock $lock) => $redis->call('DEL', test_key()) && $lock->extend(),
    'release() of a lost one' => fn (RedisLock $lock) => $redis->call('DEL', test_key()) && $lock->release(),
    'the end of a lost one' => fn () => $redis->call('DEL', test_key()),
    'the end of the object' => fn () => null,
];
foreach ($ends as $name => $end) {
    echo "-- $name\n";
    $held = $lock();
    $held->acquire() || exit(1);
    $end($held);
    unset($held);
    told();
}
echo "-- run()\n";
$lock()->run(fn () => null);
throws(fn () => $lock()->run(fn () => throw new RuntimeException('no')));
throws(fn () => $lock()->run(fn () => $redis->call('DEL', test_key())));
told();
echo "-- atLeast\n";
($rests = $lock(atLeast: 5))->acquire() || exit(1);
unset($rests);
told();
$redis->call('DEL', test_key());
$lock(atLeast: 5)->run(fn () => usleep(1));
told();
$redis->call('DEL', test_key());
echo "-- autoRelease: false\n";
($left = $lock(autoRelease: false))->acquire() || exit(1);
unset($left);
told();
$redis->call('DEL', test_key());
($left = new RedisLock(test_key(), 0.02, $redis->address(), autoRelease: false))->acquire() || exit(1);
eventually(PATIENCE, fn (): bool => $left->remaining() === 0.0);
unset($left);
told();
--EXPECT--
-- release()
acquired: free
released: release
-- forceRelease()
acquired: free
released: force
-- releaseAll()
acquired: free
released: release_all
-- isHeld() of a lost one
acquired: free
lost: token_gone
-- extend() of a lost one
acquired: free
lost: token_gone
-- release() of a lost one
acquired: free
lost: token_gone
-- the end of a lost one
acquired: free
lost: token_gone
-- the end of the object
acquired: free
released: object
-- run()
acquired: free
released: run
acquired: free
released: run
acquired: free
lost: token_gone
-- atLeast
acquired: free
released: rest
acquired: free
released: rest
-- autoRelease: false
acquired: free
abandoned: left
acquired: free
expired: left
