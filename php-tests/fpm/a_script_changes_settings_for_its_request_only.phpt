--TEST--
What a request sets with ini_set is forgotten when it ends
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/pool.inc';
$redis = RedisServer::start();
$fpm = Fpm::start(['www' => ['pm.max_children' => '1', 'php_admin_value[redislock.server]' => $redis->address()]]);

$show = 'echo (new RedisLock("orders"))->key(), " ", ini_get("redislock.ttl"), " ", getmypid(), "\n";';
$before = $fpm->run($show);
echo $fpm->run(<<<'PHP'
    ini_set('redislock.prefix', 'shop:');
    ini_set('redislock.ttl', '7');
    var_dump(ini_set('redislock.server', 'redis://127.0.0.1:1'));
    $lock = new RedisLock('orders');
    var_dump($lock->acquire(), $lock->key(), $lock->remaining() < 7);
    PHP);
echo strtok($before, ' '), "\n";
var_dump($fpm->run($show) === $before);
echo $fpm->troubles();
--EXPECT--
bool(false)
bool(true)
string(11) "shop:orders"
bool(true)
orders
bool(true)
