--TEST--
The example of autoRenew sends nothing when its lock was removed meanwhile, or when Redis could not be reached
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$job = example($redis, 'auto-renew', '1.4');
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', 'nightly:invoices') === 1));
$redis->call('SET', 'nightly:invoices', 'another');
tell($redis, $job->wait());
var_dump($redis->call('GET', 'nightly:invoices'));
$redis->call('DEL', 'nightly:invoices');
// Behind the first invoice.
$job = example($redis, 'auto-renew', '0');
$job->waitForLine('sent A-17');
$redis->call('DEL', 'nightly:invoices');
$result = $job->wait();
var_dump(str_contains($result->out, 'A-19'), str_contains($result->err, 'was lost'), $result->code);
$job = example($redis, 'auto-renew', '1.4');
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', 'nightly:invoices') === 1));
$redis->stop();
tell($redis, $job->wait());
--EXPECT--
bool(true)
stopped: lock "nightly:invoices" was lost: its ttl ran out or it was removed, and another may hold it; stop the guarded work
status 1
string(7) "another"
bool(false)
bool(true)
int(1)
bool(true)
stopped: could not inspect lock "nightly:invoices": 127.0.0.1:PORT: connection refused; try again
status 2
