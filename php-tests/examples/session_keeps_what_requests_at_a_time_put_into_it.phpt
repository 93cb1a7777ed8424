--TEST--
Requests of one session at a time all keep their article; one that waits too long, or has no Redis, gets a 503 and changes nothing
--SKIPIF--
<?php
require __DIR__ . '/../fpm/pool.inc';
require __DIR__ . '/../interop/peer.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
phpredis() ?? die('skip there is no phpredis (Debian: php-redis)');
--FILE--
<?php
require __DIR__ . '/example.inc';
require __DIR__ . '/../fpm/pool.inc';
require __DIR__ . '/../interop/peer.inc';

$redis = RedisServer::start();
$pool = ['pm.max_children' => '4', 'php_admin_flag[display_errors]' => 'off', 'php_admin_value[redislock.server]' => $redis->address(),
    'php_value[session.save_handler]' => 'redis', 'php_value[session.save_path]' => "tcp://127.0.0.1:$redis->port"];
$fpm = Fpm::start(['www' => $pool], [...extension_under_test(), ...ini_options(['extension' => phpredis()])]);
$ask = fn (string $article): FastCgiRequest => $fpm->ask(example_file('locked-session.php'), 'www',
    ['QUERY_STRING' => "article=$article", 'HTTP_COOKIE' => 'PHPSESSID=me']);

$clicks = array_map($ask, ['tea', 'milk', 'sugar', 'bread']);
$carts = array_map(fn (FastCgiRequest $click): string => trim($click->body()), $clicks);
$sizes = array_map(fn (string $cart): int => substr_count($cart, ',') + 1, $carts);
sort($sizes);
echo implode(' ', $sizes), "\n";

$redis->call('SET', 'PHPREDIS_SESSION:me_LOCK', 'another', 'PX', '60000');
echo $ask('salt')->body();
$redis->call('DEL', 'PHPREDIS_SESSION:me_LOCK');
echo substr_count($ask('honey')->body(), ','), " commas\n";
$redis->stop();
echo $ask('salt')->body(), $fpm->troubles();
--EXPECT--
1 2 3 4
please try again
4 commas
please try again
