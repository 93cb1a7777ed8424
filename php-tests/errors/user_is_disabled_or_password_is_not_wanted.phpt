--TEST--
The message has what a server says to a login that it cannot use: a disabled user, a password where there is none, a missing database
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$redis = RedisServer::start();
$redis->call('ACL', 'SETUSER', 'off', 'off', '>s3cret', '~*', '+@all');
foreach (['off:s3cret@%s', 'nobody:s3cret@%s', ':s3cret@%s', '%s/16', 'nobody:s3cret@%s/99'] as $form) {
    $address = 'redis://' . sprintf($form, "127.0.0.1:$redis->port");
    echo answer(fn () => (new RedisLock(test_key(), 10, $address))->acquire()), "\n";
}
var_dump($redis->call('DBSIZE'));
--EXPECTF--
RedisLockServerException: could not acquire lock "user_is_disabled_or_password_is_not_wanted-%d": 127.0.0.1:%d replied WRONGPASS invalid username-password pair or user is disabled; check the user and the password of the address, where a % is written %25
RedisLockServerException: could not acquire lock "user_is_disabled_or_password_is_not_wanted-%d": 127.0.0.1:%d replied WRONGPASS invalid username-password pair or user is disabled; check the user and the password of the address, where a % is written %25
RedisLockServerException: could not acquire lock "user_is_disabled_or_password_is_not_wanted-%d": 127.0.0.1:%d replied ERR AUTH <password> called without any password configured for the default user. Are you sure your configuration is correct? - the server has no password: leave it out of the address, or set one there
RedisLockServerException: could not acquire lock "user_is_disabled_or_password_is_not_wanted-%d": 127.0.0.1:%d replied ERR DB index is out of range; the address names a database that the server does not have (databases in redis.conf)
RedisLockServerException: could not acquire lock "user_is_disabled_or_password_is_not_wanted-%d": 127.0.0.1:%d replied WRONGPASS invalid username-password pair or user is disabled; check the user and the password of the address, where a % is written %25
int(0)
