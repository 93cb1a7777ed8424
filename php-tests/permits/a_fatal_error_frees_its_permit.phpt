--TEST--
A holder of a permit that dies by a fatal error frees it at once
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../automatic-release/ending.inc';

$redis = RedisServer::start();
$first = new RedisLock(test_key(), 600, $redis->address(), permits: 2);
$first->acquire() || exit(1);
echo readable($redis->php(with_key(<<<'PHP'
    $lock = new RedisLock(KEY, 600, permits: 2);
    var_dump($lock->acquire());
    trigger_error('no way on', E_USER_ERROR);
    PHP), quiet())->out);
var_dump($first->isHeld(), $first->isLocked(), $redis->call('EXISTS', test_key(':rl-permit-2{') . test_key() . '}'));
--EXPECT--
bool(true)
Fatal error: no way on
bool(true)
bool(false)
int(0)
