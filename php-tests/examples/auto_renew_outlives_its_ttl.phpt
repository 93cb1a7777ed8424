--TEST--
The example of autoRenew works for longer than its ttl under one lock, and releases it
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$job = example($redis, 'auto-renew', '2.5');
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', 'nightly:invoices') === 1));
$token = $redis->call('GET', 'nightly:invoices');
tell($redis, example($redis, 'auto-renew', '0')->wait());
$job->waitForLine('sent A-17');
var_dump($redis->call('GET', 'nightly:invoices') === $token, $redis->call('PTTL', 'nightly:invoices') <= 2000);
tell($redis, $job->wait());
echo $redis->call('DBSIZE'), " left\n";
--EXPECT--
bool(true)
another process is sending the invoices
status 1
bool(true)
bool(true)
sent A-17
sent A-18
sent A-19
sent all
status 0
0 left
