--TEST--
While another refreshes, or Redis is away, the old value is served at once; with nothing old to serve the value is made
--FILE--
<?php
require __DIR__ . '/example.inc';
require __DIR__ . '/cache.inc';

$redis = RedisServer::start();
$expired = cache_file(100);
$redis->call('SET', 'refresh:exchange-rates', 'another');
tell($redis, example($redis, 'cache-refresh', $expired)->wait());
tell($redis, example($redis, 'cache-refresh', cache_file(0))->wait());
echo $redis->call('GET', 'refresh:exchange-rates'), "\n";
$redis->stop();
tell($redis, example($redis, 'cache-refresh', $expired)->wait());
tell($redis, example($redis, 'cache-refresh', cache_file(0))->wait());
unlink($expired);
tell($redis, example($redis, 'cache-refresh', $expired)->wait());
--EXPECT--
rates of yesterday
status 0
rates of yesterday
status 0
another
rates of yesterday
status 0
rates of yesterday
status 0
asked the bank
rates of TIME
status 0
