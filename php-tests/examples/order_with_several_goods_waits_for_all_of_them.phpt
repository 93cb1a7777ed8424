--TEST--
An order of which one of the goods stays busy takes none of them; one that loses a key says so, and so does one without Redis
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$folder = sys_get_temp_dir() . '/' . test_key();
mkdir($folder);
$order = fn (): Background => example_with($redis, ['sys_temp_dir' => $folder], 'order-with-several-goods', 'sku:1', 'sku:7');
$redis->call('SET', 'sku:7', 'another');
$busy = $order();
$taken = eventually(1, fn (): bool => $redis->call('EXISTS', 'sku:1') === 1);
$result = $busy->wait();
tell($redis, $result);
var_dump($taken, $result->seconds >= 5, glob("$folder/*"), $redis->call('DEL', 'sku:7'));
$lost = $order();
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('DEL', 'sku:7') === 1));
tell($redis, $lost->wait());
echo $redis->call('EXISTS', 'sku:1'), " left\n";
$redis->stop();
tell($redis, $order()->wait());
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
--EXPECT--
not sold: some of the goods were busy for 5 seconds
status 1
bool(false)
bool(true)
array(0) {
}
int(1)
bool(true)
check the stock: lock "sku:1" and 1 more was lost: its ttl ran out or it was removed, and another may hold it; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true
status 2
0 left
not sold: could not acquire lock "sku:1" and 1 more: 127.0.0.1:PORT: connection refused; do not start the guarded work
status 2
