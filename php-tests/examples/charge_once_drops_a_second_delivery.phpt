--TEST--
Two deliveries at a time charge once, and the one that waits learns that it is done; without Redis nothing is charged
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$file = tempnam(sys_get_temp_dir(), 'redislock-');
$deliver = fn (int $order): Background => example_with($redis, ['extension' => ['pdo', 'pdo_sqlite']], 'charge-once', (string) $order, $file);
$both = [$deliver(1), $deliver(1)];
$said = array_map(fn (Background $one): string => $one->wait()->out . "status {$one->wait()->code}\n", $both);
sort($said);
echo implode($said);
// Lost meanwhile: charged, and not marked.
$lost = $deliver(2);
$lost->waitForLine('charging');
$redis->call('DEL', 'charge:2');
$result = $lost->wait();
echo $result->out, str_starts_with($result->err, 'lock "charge:2" was lost') ? "lost\n" : $result->err, "status $result->code\n";
tell($redis, $deliver(2)->wait());
$redis->stop();
tell($redis, $deliver(3)->wait());
echo implode(' ', (new PDO("sqlite:$file"))->query('SELECT order_id FROM charges')->fetchAll(PDO::FETCH_COLUMN)), " are charged\n";
unlink($file);
--EXPECT--
charging order 1
charged
status 0
done by an earlier delivery
status 0
charging order 2
charged
lost
status 0
charging order 2
the ledger knows order 2 already: not charged again
status 0
not charged: could not acquire lock "charge:3": 127.0.0.1:PORT: connection refused; do not start the guarded work
status 1
1 2 are charged
