--TEST--
A wrong password or user is a RedisLockServerException in every method that does not show the password, and nothing is sent as another user
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start();
$redis->call('SET', test_key(), 'token');
$redis->call('ACL', 'SETUSER', 'bob', 'on', '>right', '~*', '+@all');
$commands = $redis->monitor();
$address = str_replace('redis://', 'redis://bob:s3cret@', $redis->address());
ask_every_method(new RedisLock(test_key(), 10, $address, 'token'), new RedisLock(test_key(), 10, $address));
$ran = array_diff(array_column($commands(), 0), ['AUTH', 'CLIENT']);
echo 'commands that ran: ', implode(' ', $ran) ?: 'none', "\n";
--EXPECTF--
acquire: RedisLockServerException: could not acquire lock "password_is_wrong-%d": 127.0.0.1:%d replied WRONGPASS invalid username-password pair or user is disabled; check the user and the password of the address, where a % is written %25
run: RedisLockServerException: could not acquire lock "password_is_wrong-%d": 127.0.0.1:%d replied WRONGPASS invalid username-password pair or user is disabled; check the user and the password of the address, where a % is written %25
extend: RedisLockServerException: could not extend lock "password_is_wrong-%d": 127.0.0.1:%d replied WRONGPASS invalid username-password pair or user is disabled; check the user and the password of the address, where a % is written %25
isHeld: RedisLockServerException: could not inspect lock "password_is_wrong-%d": 127.0.0.1:%d replied WRONGPASS invalid username-password pair or user is disabled; check the user and the password of the address, where a % is written %25
ensureHeld: RedisLockServerException: could not inspect lock "password_is_wrong-%d": 127.0.0.1:%d replied WRONGPASS invalid username-password pair or user is disabled; check the user and the password of the address, where a % is written %25
isLocked: RedisLockServerException: could not inspect lock "password_is_wrong-%d": 127.0.0.1:%d replied WRONGPASS invalid username-password pair or user is disabled; check the user and the password of the address, where a % is written %25
holder: RedisLockServerException: could not inspect lock "password_is_wrong-%d": 127.0.0.1:%d replied WRONGPASS invalid username-password pair or user is disabled; check the user and the password of the address, where a % is written %25
forceRelease: RedisLockServerException: could not force the release of lock "password_is_wrong-%d": 127.0.0.1:%d replied WRONGPASS invalid username-password pair or user is disabled; check the user and the password of the address, where a % is written %25
release: RedisLockServerException: could not release lock "password_is_wrong-%d": 127.0.0.1:%d replied WRONGPASS invalid username-password pair or user is disabled; check the user and the password of the address, where a % is written %25
commands that ran: none
