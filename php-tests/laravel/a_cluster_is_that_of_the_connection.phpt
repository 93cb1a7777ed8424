--TEST--
In a cluster of config/database.php locks are where Laravel's own are, with phpredis and with predis
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel_and_phpredis();
--FILE--
<?php
require __DIR__ . '/both.inc';

$redis = RedisServer::start('--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1', '--requirepass', 'secret');
$redis->becomeCluster();
$nodes = [['host' => '127.0.0.1', 'port' => $redis->port, 'database' => 0, 'password' => 'secret']];
$cluster = ['options' => ['cluster' => 'redis', 'prefix' => 'all:', 'password' => 'secret', 'parameters' => ['password' => 'secret']],
    'default' => null, 'clusters' => ['default' => $nodes, 'cache' => $nodes]];
foreach (['phpredis', 'predis'] as $client) {
    tell_whether_they_meet($redis, $client, ['client' => $client] + $cluster);
    echo str_replace('cache:', 'cache', $redis->call('KEYS', '*')[0]), "\n";
}
--EXPECT--
phpredis: yes, yes, database 0
all:laravel_cachefoo
predis: yes, yes, database 0
all:laravel_cachefoo
