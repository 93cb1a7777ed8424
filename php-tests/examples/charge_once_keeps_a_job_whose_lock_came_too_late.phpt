--TEST--
A lock that comes after its ttl charges nothing and leaves the job to the queue
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$file = tempnam(sys_get_temp_dir(), 'redislock-');
$ini = ['extension' => ['pdo', 'pdo_sqlite'], 'redislock.io_timeout' => 60];
$deliver = fn (): Background => example_with($redis, $ini, 'charge-once', '1', $file);
$redis->suspend();
$delivery = $deliver();
// Its wait of 5 seconds is over, so that it does not try again.
sleep(8);
$redis->resume();
$result = $delivery->wait();
echo $result->out, str_starts_with($result->err, 'not charged: could not acquire lock "charge:1": ') ? "not charged\n" : $result->err, "status $result->code\n";
tell($redis, $deliver()->wait());
unlink($file);
--EXPECT--
not charged
status 1
charging order 1
charged
status 0
