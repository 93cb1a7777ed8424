--TEST--
A worker ends with 0 when its jobs are done, and with 1 and the reason when its lock was lost on the way
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$result = example_with($redis, ['extension' => 'pcntl'], 'graceful-worker', '3')->wait();
echo strrchr(trim($result->out), "\n"), ", status $result->code, {$redis->call('EXISTS', 'queue:invoices')}\n";
$worker = example_with($redis, ['extension' => 'pcntl'], 'graceful-worker', '100000');
$worker->waitForLine('working');
$redis->call('SET', 'queue:invoices', 'another');
$result = $worker->wait();
echo $result->err, "status $result->code, {$redis->call('GET', 'queue:invoices')}\n";
--EXPECT--

done, status 0, 0
stopped: lock "queue:invoices" was lost: its ttl ran out or it was removed, and another may hold it; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true
status 1, another
