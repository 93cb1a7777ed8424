--TEST--
isHeld, isLocked, holder and ensureHeld report what is in Redis: free, ours, another's
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$other = new RedisLock(test_key(), 10, $redis->address());
$truth = fn (RedisLock $lock): string => json_encode([$lock->isHeld(), $lock->isLocked(), $lock->holder()]) . "\n";
echo $truth($lock);
$lock->acquire() || exit(1);
echo str_replace($lock->token(), 'TOKEN', $truth($lock) . $truth($other));
$lock->ensureHeld();
$redis->call('SET', test_key(), 'taken by hand');
echo $truth($lock), $truth($other);
$redis->call('SET', test_key(), '');
echo $truth($lock), json_encode($lock->forceRelease()), ' ', json_encode($lock->forceRelease()), "\n", $truth($lock);
--EXPECT--
[false,false,null]
[true,true,"TOKEN"]
[false,true,"TOKEN"]
[false,true,"taken by hand"]
[false,true,"taken by hand"]
[false,true,""]
true false
[false,false,null]
