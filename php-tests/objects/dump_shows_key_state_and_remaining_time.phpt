--TEST--
var_dump() and print_r() show key, state and remaining time of a lock, and nothing else
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

function show(RedisLock $lock): void
{
    $shown = preg_replace('/(?<=\[remaining\] => )[1-9]\S*/', 'more', print_r($lock, true));
    echo preg_replace('/\s+/', ' ', str_replace("\0", '\0', $shown)), "\n";
}
$redis = RedisServer::start();
$lock = new RedisLock("a\0key", 100, $redis->address());
show($lock);
$lock->acquire() || exit(1);
show($lock);
$lock->release();
show($lock);
$lock->acquire() || exit(1);
$redis->call('DEL', "a\0key");
$lock->isHeld();
show($lock);
$short = new RedisLock('short', 0.5, $redis->address(), 'secret');
$short->acquire() || exit(1);
eventually(5, fn (): bool => $short->remaining() === 0.0);
var_dump($short);
--EXPECTF--
RedisLock Object ( [key] => a\0key [state] => none [remaining] => 0 ) 
RedisLock Object ( [key] => a\0key [state] => held [remaining] => more ) 
RedisLock Object ( [key] => a\0key [state] => released [remaining] => 0 ) 
RedisLock Object ( [key] => a\0key [state] => lost [remaining] => 0 ) 
object(RedisLock)#%d (3) {
  ["key"]=>
  string(5) "short"
  ["state"]=>
  string(7) "expired"
  ["remaining"]=>
  float(0)
}
