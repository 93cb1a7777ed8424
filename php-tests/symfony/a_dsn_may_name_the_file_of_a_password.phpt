--TEST--
A DSN may name the file of its password, as any option of an address
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use RedisLock\Symfony\StoreFactory;
use Symfony\Component\Lock\LockFactory;

$redis = RedisServer::start();
$secret = tempnam(sys_get_temp_dir(), 'secret');
file_put_contents($secret, "s3cret\n");
$redis->call('ACL', 'SETUSER', 'shop', 'on', '>s3cret', '~*', '&*', '+@all');
$place = strstr($redis->address(), '127');
$locks = new LockFactory(StoreFactory::createStore("redislock://shop@$place/1?initialTtl=20&password_file=$secret&timeout=2"));
var_dump($locks->createLock('job', null, false)->acquire());
preg_match_all('/^db\d+:keys=\d+/m', $redis->call('INFO', 'keyspace'), $found);
echo implode(' ', $found[0]), "\n";
chain(fn () => StoreFactory::createStore("redislock://:s3cret@$place?password_file=$secret"));
unlink($secret);
--EXPECTREGEX--
bool\(true\)
db1:keys=1
InvalidArgumentException: .*Argument #3 \(\$server\) must not have a password beside the option password_file.*
  ValueError: .*
