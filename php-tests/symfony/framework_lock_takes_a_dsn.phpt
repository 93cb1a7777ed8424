--TEST--
With the bundle framework.lock takes a DSN, from the environment as well, and leaves Symfony's own stores alone
--EXTENSIONS--
ctype
tokenizer
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Bundle/FrameworkBundle', 'php-symfony-framework-bundle');
--FILE--
<?php
require __DIR__ . '/kernel.inc';

$redis = RedisServer::start();
$_ENV['LOCK_DSN'] = str_replace('redis://', 'redislock://', $redis->address()) . '?permits=2&initialTtl=20';
$resources = ['default' => '%env(LOCK_DSN)%', 'plain' => str_replace('redis://', 'redislock+redis://', $redis->address()), 'files' => 'flock'];
$kernel = application(['lock' => $resources], 'lock.factory', 'lock.plain.factory', 'lock.files.factory');

$locks = array_map(fn () => $kernel->service('lock.factory')->createLock(test_key(), null), range(1, 3));
var_dump(array_map(fn ($lock) => $lock->acquire(), $locks), $redis->call('TTL', test_key()));
$plain = $kernel->service('lock.plain.factory')->createLock(test_key('-plain'), 60);
var_dump($plain->acquire(), $redis->call('TTL', test_key('-plain')));
var_dump($kernel->service('lock.files.factory')->createLock(test_key('-files'))->acquire(), $redis->call('EXISTS', test_key('-files')));
--EXPECT--
array(3) {
  [0]=>
  bool(true)
  [1]=>
  bool(true)
  [2]=>
  bool(false)
}
int(20)
bool(true)
int(60)
bool(true)
int(0)
