--TEST--
Each pool has its own server and ttl: php_admin_value sets both, php_value what a script may change
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/pool.inc';
$first = RedisServer::start();
$second = RedisServer::start();
$fpm = Fpm::start([
    'first' => ['php_admin_value[redislock.server]' => $first->address(), 'php_value[redislock.ttl]' => '100'],
    'second' => ['php_admin_value[redislock.server]' => $second->address(), 'php_value[redislock.prefix]' => '"shop:"'],
]);

$code = <<<'PHP'
    $lock = new RedisLock('orders', autoRelease: false);
    var_dump($lock->acquire(), $lock->key(), $lock->remaining() > 50);
    PHP;
echo $fpm->run($code, 'first'), $fpm->run($code, 'second');
echo json_encode([$first->call('KEYS', '*'), $second->call('KEYS', '*')]), "\n";
echo $fpm->troubles();
--EXPECT--
bool(true)
string(6) "orders"
bool(true)
bool(true)
string(11) "shop:orders"
bool(false)
[["orders"],["shop:orders"]]
