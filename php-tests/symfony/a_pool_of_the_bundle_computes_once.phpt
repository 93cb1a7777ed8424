--TEST--
With the bundle the pools of redislock.cache_pools compute under a lock of the item, with tags or without, and other pools do not
--EXTENSIONS--
ctype
tokenizer
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/Cache', 'php-symfony-cache');
needs_symfony('Bundle/FrameworkBundle', 'php-symfony-framework-bundle');
--FILE--
<?php
require __DIR__ . '/kernel.inc';
require __DIR__ . '/cache.inc';

$redis = RedisServer::start();
$pools = ['plain' => ['adapter' => 'cache.adapter.filesystem'], 'tagged' => ['adapter' => 'cache.adapter.filesystem', 'tags' => true], 'other' => []];
$kernel = application([
    'cache' => ['pools' => $pools],
    'parameters' => ['redislock.cache_pools' => ['plain', 'tagged']],
    'arguments' => [RedisLock\Symfony\ComputeOnce::class => ['$server' => $redis->address()]],
], 'plain', 'tagged', 'other');
foreach (array_keys($pools) as $pool) {
    $held = fn (): string => implode(' ', array_column(RedisLock::locks('*', $redis->address()), 'key')) ?: 'none';
    echo "$pool: held while it computes: ", $kernel->service($pool)->get('rates', $held), ', then: ', $held(), "\n";
}
--EXPECT--
plain: held while it computes: cache:rates, then: none
tagged: held while it computes: cache:rates, then: none
other: held while it computes: none, then: none
