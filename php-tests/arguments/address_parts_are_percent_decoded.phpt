--TEST--
User, password and socket path of an address are percent-decoded, to any bytes in the password; its database is the one that is used
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$redis->call('ACL', 'SETUSER', 'b:o@b', 'on', ">p%@ /\xff", '~*', '+@all');
$redis->call('CONFIG', 'SET', 'requirepass', 'p@ss:w');
$works = function (string $server, int $database) use ($redis): void {
    $lock = new RedisLock(test_key(), 10, $server);
    $lock->acquire() || exit(1);
    $redis->call('SELECT', "$database");
    var_dump($redis->call('GET', test_key()) === $lock->token());
    $lock->release();
};
$works("redis://b%3Ao%40b:p%25%40%20%2F%ff@127.0.0.1:$redis->port/3", 3);
$works("redis://:p%40ss%3Aw@localhost:$redis->port/", 0);
$works("redis://:p@ss:w@127.0.0.1:$redis->port", 0);
$works("redis://default:p@ss:w@127.0.0.1:$redis->port/0", 0);
$works(str_replace('unix://', 'unix://b%3Ao%40b:p%25%40%20%2F%ff@', $redis->unix()) . '?db=15', 15);
$works(str_replace(['unix://', '/s'], ['unix://:p@ss:w@', '/%73'], $redis->unix()), 0);
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
