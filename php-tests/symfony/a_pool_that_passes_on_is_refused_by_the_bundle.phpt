--TEST--
redislock.cache_pools refuses a chain of pools and a pool of another one: the pools behind them would compute without a lock
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

$files = ['adapter' => 'cache.adapter.filesystem'];
$pools = ['files' => $files, 'chained' => ['adapters' => ['cache.adapter.filesystem', 'cache.adapter.array']], 'proxied' => ['adapter' => 'cache.adapter.psr6', 'provider' => 'files']];
foreach (['chained', 'proxied'] as $pool) {
    try {
        application(['cache' => ['pools' => $pools], 'parameters' => ['redislock.cache_pools' => ['files', $pool]]], 'files', $pool);
    } catch (Symfony\Component\DependencyInjection\Exception\InvalidArgumentException $refusal) {
        echo $refusal->getMessage(), "\n";
    }
}
--EXPECT--
redislock.cache_pools: "chained" has its values computed by the pools behind it; name those
redislock.cache_pools: "proxied" has its values computed by the pools behind it; name those
