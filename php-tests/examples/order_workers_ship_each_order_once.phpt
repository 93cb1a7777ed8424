--TEST--
Three workers ship every order once, more than one of them at work, and leave nothing
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
configure_every_php($redis);
$result = example($redis, 'order-workers')->wait();
preg_match_all('/^worker (\d) shipped order (\d+)$/m', $result->out, $shipped);
$orders = $shipped[2];
sort($orders);
echo implode(' ', $orders), "\n", count(array_unique($shipped[1])) > 1 ? "several workers\n" : "one worker\n";
echo "$result->err", "status $result->code, left: {$redis->call('DBSIZE')}\n";
--EXPECT--
1 2 3 4 5 6 7 8 9 10 11 12
several workers
status 0, left: 0
