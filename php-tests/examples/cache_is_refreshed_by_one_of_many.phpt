--TEST--
Of many requests that find an expired entry exactly one refreshes it
--FILE--
<?php
require __DIR__ . '/example.inc';
require __DIR__ . '/cache.inc';

$redis = RedisServer::start();
$file = cache_file(100);
$requests = array_map(fn (int $i): Background => example($redis, 'cache-refresh', $file), range(1, 6));
$said = implode(array_map(fn (Background $request): string => $request->wait()->out, $requests));
echo substr_count($said, "asked the bank\n"), " refreshed, ", substr_count($said, "rates of "), " served\n";
var_dump(str_contains($said, 'asked the bank' . "\n" . file_get_contents($file) . "\n"));
echo $redis->call('DBSIZE'), " left\n";
--EXPECT--
1 refreshed, 6 served
bool(true)
0 left
