--TEST--
A token or password of one letter hides no error of Redis, and no message shows it
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start();
foreach (['1', '42', 'T', 'NO', 'S', 'OSCR', 'o', ' '] as $token) {
    $lock = new RedisLock('orders:42', 10, $redis->address(), $token);
    $done = [$lock->acquire()];
    foreach (['isHeld', 'extend', 'release'] as $method) {
        $redis->call('SCRIPT', 'FLUSH');
        $done[] = $lock->$method();
    }
    echo "'$token': ", json_encode($done), "\n";
}
$redis->call('ACL', 'SETUSER', 'default', 'resetpass', '>s');
$address = str_replace('//', '//:s@', $redis->address());
$redis->call('CONFIG', 'SET', 'maxmemory', '1');
echo answer(fn () => (new RedisLock('orders:42', 10, $address, 'O'))->acquire()), "\n";
--EXPECTF--
'1': [true,true,true,true]
'42': [true,true,true,true]
'T': [true,true,true,true]
'NO': [true,true,true,true]
'S': [true,true,true,true]
'OSCR': [true,true,true,true]
'o': [true,true,true,true]
' ': [true,true,true,true]
RedisLockServerException: could not acquire lock "orders:42": 127.0.0.1:%d replied OOM command not allowed when u***ed memory > 'maxmemory'; Redis is at its maxmemory
