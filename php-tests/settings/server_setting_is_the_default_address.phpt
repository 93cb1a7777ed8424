--TEST--
redislock.server is the address of locks that name none, with its user and database, by TCP and by unix socket
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$redis->call('ACL', 'SETUSER', 'bob', 'on', '>s3cret', '~*', '+@all');
$code = '$lock = new RedisLock("key", autoRelease: false); var_dump($lock->acquire());';
$tcp = "redis://bob:s3cret@127.0.0.1:$redis->port/3";
$unix = str_replace('unix://', 'unix://bob:s3cret@', $redis->unix()) . '?db=4';
foreach ([3 => $tcp, 4 => $unix] as $database => $address) {
    echo $redis->php($code, [], ['-d', "redislock.server=\"$address\""])->out;
    $redis->call('SELECT', "$database");
    var_dump($redis->call('KEYS', '*'));
}
--EXPECT--
bool(true)
array(1) {
  [0]=>
  string(3) "key"
}
bool(true)
array(1) {
  [0]=>
  string(3) "key"
}
