--TEST--
A DSN names every kind of address and a store's options; what it cannot mean is refused
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/Semaphore', 'php-symfony-semaphore');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use RedisLock\Symfony\StoreFactory;
use Symfony\Component\Lock\{Key, LockFactory};
use Symfony\Component\Lock\Store\InMemoryStore;

$redis = RedisServer::start('--requirepass', 'a secret');
$place = strstr($redis->address(), '127');
$redis->call('AUTH', 'a secret');
foreach (["redislock://default:a%20secret@$place", "redislock+redis://default:a%20secret@$place/1?wait=1"] as $dsn) {
    $lock = (new LockFactory(StoreFactory::createStore($dsn)))->createLock(test_key(), 60, false);
    var_dump($lock->acquire());
}
preg_match_all('/^db\d+:keys=\d+/m', $redis->call('INFO', 'keyspace'), $found);
echo implode(' ', $found[0]), "\n";
$plain = RedisServer::start();
foreach (['redislock:?initialTtl=60', 'redislock://'] as $dsn) {
    $code = "\$store = RedisLock\\Symfony\\StoreFactory::createStore('$dsn'); \$store->save(new Symfony\\Component\\Lock\\Key(\$key)); echo 'saved ';";
    echo symfony_process($plain, test_key('-' . md5($dsn)), $code)->wait()->out, $plain->call('TTL', test_key('-' . md5($dsn))), "\n";
}
foreach (['unix:///no/such.sock?db=1', 'rediss://h?verify_peer=0', 'redis-sentinel://h/m', 'redis-cluster://a,b', 'rediss-cluster://h'] as $address) {
    echo get_class(StoreFactory::createStore("redislock+$address")), ' ';
}
echo "\n";
$own = new InMemoryStore();
var_dump(StoreFactory::createStore($own) === $own, get_class(StoreFactory::createStore('in-memory')));
foreach (['://h?wait=soon', '://h?wait=-1', '://h?permits=65', '://h?timeout=x', '://h?colour=red', ':?colour=red', '+http://h', '://user:hidden@h/x'] as $wrong) {
    chain(fn () => StoreFactory::createStore("redislock$wrong"));
}
chain(fn () => StoreFactory::createSemaphoreStore('redislock://h?permits=2'));
--EXPECTREGEX--
bool\(true\)
bool\(true\)
db0:keys=1 db1:keys=1
saved 60
saved 300
(RedisLock\\Symfony\\RedisLockStore ){5}
bool\(true\)
string\(42\) "Symfony\\Component\\Lock\\Store\\InMemoryStore"
InvalidArgumentException: The option "wait" of a DSN of redislock must be a number, "soon" given\.
InvalidArgumentException: .*Argument #3 \(\$wait\) must be at least 0 seconds, -1 given\.
InvalidArgumentException: .*Argument #10 \(\$permits\) must be 1 to 64 permits, 65 given
  ValueError: .*
InvalidArgumentException: The option "timeout" of a DSN of redislock must be a number, "x" given\.
InvalidArgumentException: .*Argument #3 \(\$server\) must not have .* ?options.*
  ValueError: .*
InvalidArgumentException: A DSN of redislock without a host takes the setting redislock\.server as it is, and cannot add options to that address\.
InvalidArgumentException: .*Argument #3 \(\$server\) must start with redis:.*
  ValueError: .*
InvalidArgumentException: .*Argument #3 \(\$server\) must have a database number.*
  ValueError: .*
InvalidArgumentException: .*Argument #3 \(\$server\) must not have .* ?options.*
  ValueError: .*
