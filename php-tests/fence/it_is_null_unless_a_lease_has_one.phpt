--TEST--
fence() is null where none was requested, before the lease and after its end, for an adopted lock, and in a forked child
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../fork/child.inc';
$redis = RedisServer::start();

$plain = new RedisLock(test_key('-plain'), 600, $redis->address());
var_dump($plain->acquire(), $plain->fence());

$lock = new RedisLock(test_key(), 600, $redis->address(), fence: true);
echo 'before: ', json_encode($lock->fence()), "\n";
var_dump($lock->acquire(), is_int($lock->fence()));
$refused = new RedisLock(test_key(), 600, $redis->address(), fence: true);
echo 'refused: ', json_encode([$refused->acquire(), $refused->fence()]), "\n";
$adopted = new RedisLock(test_key(), 600, $redis->address(), token: $lock->token(), fence: true);
echo 'adopted: ', json_encode([$adopted->isHeld(), $adopted->extend(), $adopted->fence()]), "\n";
echo 'forked: ';
echo in_child(fn () => print(json_encode($lock->fence()) . "\n")), "\n";
echo 'in the parent: ', json_encode(is_int($lock->fence())), "\n";
echo 'released: ', json_encode([$lock->release(), $lock->fence()]), "\n";
var_dump($lock->acquire(), $redis->call('DEL', test_key()), is_int($lock->fence()));
echo 'lost: ', json_encode([$lock->isHeld(), $lock->fence()]), "\n";
--EXPECT--
bool(true)
NULL
before: null
bool(true)
bool(true)
refused: [false,null]
adopted: [true,true,null]
forked: null
exit code 0
in the parent: true
released: [true,null]
bool(true)
int(1)
bool(true)
lost: [false,null]
