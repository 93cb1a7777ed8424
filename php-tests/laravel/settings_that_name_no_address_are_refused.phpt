--TEST--
Settings of config/database.php that locks cannot use are refused by name; an address beside the driver replaces them
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp($redis = RedisServer::start());
$app->run(strtr(<<<'PHP'
    function refused(array $settings, array $store = []): void
    {
        config(['database.redis' => $settings, 'cache.stores.redis' => ['driver' => 'redislock', 'connection' => 'x'] + $store]);
        app()->forgetInstance('redis');
        Cache::forgetDriver('redis');
        try {
            echo Cache::lock('foo')->get() ? "acquired\n" : "refused\n";
        } catch (Throwable $refusal) {
            echo strtok($refusal->getMessage(), '.'), "\n";
        }
    }
    $host = ['host' => 'redis.lan', 'port' => 6379];
    $sentinels = ['client' => 'predis', 'x' => ['tcp://a', 'tcp://b', 'options' => ['replication' => 'sentinel', 'service' => 'm']]];
    refused(['client' => 'phpredis']);
    refused(['client' => 'phpredis', 'x' => ['port' => 6379]]);
    refused(['client' => 'phpredis', 'x' => ['scheme' => 'http'] + $host]);
    refused(['client' => 'phpredis', 'x' => ['scheme' => 'tls', 'context' => ['stream' => ['capath' => '/etc']]] + $host]);
    refused(['client' => 'relay', 'x' => $host]);
    refused(['client' => 'predis', 'x' => ['scheme' => 'tls', 'ssl' => ['verify_peer_name' => false]] + $host]);
    refused(['client' => 'predis', 'options' => ['cluster' => 'predis'], 'clusters' => ['x' => [$host, $host]]]);
    refused($sentinels);
    refused($sentinels + ['options' => ['prefix' => 'all:']], ['server' => 'REDIS']);
    refused(['client' => 'relay', 'x' => $host + ['prefix' => 'own:'], 'options' => ['prefix' => 'all:']], ['server' => 'REDIS']);
    PHP, ['REDIS' => $redis->address()]));
$keys = $redis->call('KEYS', '*');
sort($keys);
echo str_replace('cache:', 'cache', implode(' ', $keys)), "\n";
--EXPECT--
Redis connection [x] not configured
cannot have locks at the Redis connection "x": it names no host
cannot have locks at the Redis connection "x": its scheme is "http"; RedisLock knows tcp, tls and unix
cannot have locks at the Redis connection "x": RedisLock has no option "capath" for TLS; it has cafile, local_cert, local_pk, peer_name, verify_peer
cannot have locks at the Redis connection "x": the client "relay" is not known; there are phpredis and predis
cannot have locks at the Redis connection "x": RedisLock has no option "verify_peer_name" for TLS; it has cafile, local_cert, local_pk, peer_name, verify_peer
cannot have locks at the Redis connection "x": predis spreads keys over its servers by itself there; with cluster => redis among the options it is a cluster
cannot have locks at the Redis connection "x": predis has sentinels or replication there
acquired
acquired
all:laravel_cachefoo own:laravel_cachefoo
