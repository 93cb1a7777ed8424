--TEST--
Orders that share goods are sold one after the other, in whatever order they name them, and whole or not at all
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$folder = sys_get_temp_dir() . '/' . test_key();
mkdir($folder);
$order = fn (string ...$goods): Background => example_with($redis, ['sys_temp_dir' => $folder], 'order-with-several-goods', ...$goods);
$stock = fn (string $sku): string => file_get_contents("$folder/stock-" . rawurlencode($sku));

$orders = [$order('sku:1', 'sku:7'), $order('sku:7', 'sku:1'), $order('sku:7', 'sku:9'), $order('sku:9', 'sku:1')];
foreach ($orders as $one) {
    tell($redis, $one->wait());
}
echo $stock('sku:1'), ' ', $stock('sku:7'), ' ', $stock('sku:9'), "\n";

// One is sold out: the other stays.
file_put_contents("$folder/stock-" . rawurlencode('sku:7'), '0');
tell($redis, $order('sku:1', 'sku:7')->wait());
echo $stock('sku:1'), ' ', $stock('sku:7'), "\n";
// What is left in Redis are hints to waiters, which expire.
echo count(preg_grep('/:rl-/', $redis->call('KEYS', '*'), PREG_GREP_INVERT)), " keys left\n";
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
--EXPECT--
sold sku:1 and sku:7
status 0
sold sku:7 and sku:1
status 0
sold sku:7 and sku:9
status 0
sold sku:9 and sku:1
status 0
7 7 8
sold out: sku:1 and sku:7
status 0
7 0
0 keys left
