--TEST--
A number of a DSN may be written as 3.0, 1e0 or percent-encoded; anything else is an InvalidArgumentException, and never a TypeError
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use RedisLock\Symfony\StoreFactory;
use Symfony\Component\Lock\{Key, LockFactory};

$redis = RedisServer::start();
$dsn = str_replace('redis://', 'redislock://', $redis->address());
foreach (['2', '2.0', '2e0', '+2', '%32', '2%20', '20e-1'] as $permits) {
    $locks = new LockFactory(StoreFactory::createStore("$dsn?permits=$permits"));
    $held = array_map(fn () => $locks->createLock("k$permits", 5), [1, 2, 3]);
    echo json_encode(array_map(fn ($lock) => $lock->acquire(), $held)), ' ';
}
echo "\n";
$strange = ['', '2.5', 'NAN', 'INF', '-INF', '1e400', '1e300', '99999999999999999999', '9223372036854775807', '-1', '0', '0.9', '1e-3', '65', 'true', '0x3', 'one', '%00', '3#x'];
foreach (['permits', 'initialTtl', 'atLeast', 'wait', 'renewFor', 'timeout', 'read_timeout'] as $name) {
    foreach ($strange as $value) {
        try {
            StoreFactory::createStore("redislock://h?$name=$value");
        } catch (InvalidArgumentException) {
            $refused[$name][] = $value;
        }
    }
}
echo implode(' ', array_diff($strange, $refused['permits'])), '; ', implode(' ', array_diff($strange, $refused['initialTtl'])), "\n";
chain(fn () => StoreFactory::createStore('redislock://h?permits=2.5'));
chain(fn () => StoreFactory::createStore('redislock://h?initialTtl=630720000'));

// Symfony's own stores know no longest ttl.
$lock = (new LockFactory(StoreFactory::createStore($dsn)))->createLock('years', 630_720_000, false);
var_dump($lock->acquire(), $redis->call('TTL', 'years'));
$lock->refresh(1e300);
var_dump($redis->call('TTL', 'years'), $lock->getRemainingLifetime() > 315_000_000);
--EXPECTREGEX--
(\[true,true,false\] ){7}
; 2\.5 INF 1e400 0\.9 65
InvalidArgumentException: The option "permits" of a DSN of redislock must be a whole number, "2\.5" given\.
InvalidTtlException: .*Argument #2 \(\$ttl\) must be at most 315360000 seconds \(ten years\) or INF, 630720000 given
  ValueError: .*
bool\(true\)
int\(315360000\)
int\(315360000\)
bool\(true\)
