--TEST--
Host, port, socket, database, password, user, url and prefix are those of config/database.php, with phpredis and with predis
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/both.inc';

$redis = RedisServer::start('--requirepass', 'p@ss word', '--user', 'shop', 'on', '>s%cret/', '~*', '&*', '+@all');
$path = substr($redis->unix(), strlen('unix://'));
$port = $redis->port;
$cache = ['cache.password' => 'p@ss word'];
$password = ['default.password' => 'p@ss word'] + $cache;
foreach (['phpredis', 'predis'] as $client) {
    $user = $client === 'predis' ? ['username' => 'shop', 'password' => 's%cret/'] : ['password' => ['shop', 's%cret/']];
    $socket = $client === 'predis' ? ['scheme' => 'unix', 'path' => $path] : ['host' => $path, 'port' => 0];
    $ways = [
        'password' => $password,
        'database' => ['default.database' => '7'] + $password,
        'user' => ['default' => $user + ['host' => '127.0.0.1', 'port' => $port, 'database' => 2]] + $cache,
        'socket' => ['default' => $socket + ['password' => 'p@ss word', 'database' => 3]] + $cache,
        'url' => ['default' => ['url' => 'redis://:' . rawurlencode('p@ss word') . "@127.0.0.1:$port/4", 'host' => 'nowhere', 'port' => 1]] + $cache,
        'prefix' => ['default.prefix' => 'own:', 'options.prefix' => 'all:'] + $password,
        'no prefix' => ['options.prefix' => ''] + $password,
        'null for a prefix' => ['options.prefix' => null] + $password,
        'host name' => ['default.host' => 'localhost', 'default.port' => $port] + $password,
    ];
    foreach ($ways as $what => $settings) {
        tell_whether_they_meet($redis, "$client, $what", ['client' => $client] + $settings);
    }
    tell_whether_they_meet($redis, "$client, no lock_connection", ['client' => $client] + $password, [
        'stores.redis' => ['driver' => 'redislock', 'connection' => 'cache'],
        'stores.laravel' => ['driver' => 'redis', 'connection' => 'cache'],
    ]);
}
--EXPECT--
phpredis, password: yes, yes, database 0
phpredis, database: yes, yes, database 7
phpredis, user: yes, yes, database 2
phpredis, socket: yes, yes, database 3
phpredis, url: yes, yes, database 4
phpredis, prefix: yes, yes, database 0
phpredis, no prefix: yes, yes, database 0
phpredis, null for a prefix: yes, yes, database 0
phpredis, host name: yes, yes, database 0
phpredis, no lock_connection: yes, yes, database 1
predis, password: yes, yes, database 0
predis, database: yes, yes, database 7
predis, user: yes, yes, database 2
predis, socket: yes, yes, database 3
predis, url: yes, yes, database 4
predis, prefix: yes, yes, database 0
predis, no prefix: yes, yes, database 0
predis, null for a prefix: yes, yes, database 0
predis, host name: yes, yes, database 0
predis, no lock_connection: yes, yes, database 1
