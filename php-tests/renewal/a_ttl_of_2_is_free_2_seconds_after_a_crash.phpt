--TEST--
With ttl 2 and autoRenew a lock is kept for work of any length, and free two seconds after kill -9
--FILE--
<?php
require __DIR__ . '/renewal.inc';
require __DIR__ . '/../waiting/waiting.inc';

$redis = RedisServer::start();
$keeper = keeper($redis, test_key(), 2);
$next = new RedisLock(test_key(), 2, $redis->address());
// Longer than its ttl.
var_dump($next->acquire(3));
$keeper->kill();
[$acquired, $seconds] = timed(fn () => $next->acquire(30));
var_dump($acquired);
// The last extend was at most a third of the ttl ago.
within(1, $seconds, 2.5, 'two seconds');
--EXPECT--
bool(false)
bool(true)
two seconds: yes
