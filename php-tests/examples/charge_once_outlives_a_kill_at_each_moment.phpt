--TEST--
An order is charged once, wherever its worker is killed: before, during and after the charge
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$file = tempnam(sys_get_temp_dir(), 'redislock-');
$deliver = fn (int $order): Background => example_with($redis, ['extension' => ['pdo', 'pdo_sqlite']], 'charge-once', (string) $order, $file);
$again = fn (int $order) => tell($redis, $deliver($order)->wait());
$waits = fn (): bool => str_contains($redis->call('CLIENT', 'LIST'), ' cmd=blpop ');

echo "before\n";
$other = new RedisLock('charge:1', 60, $redis->address());
$other->acquire() || exit(1);
$worker = $deliver(1);
var_dump(eventually(PATIENCE, $waits));
$worker->kill();
$other->release();
$again(1);
$again(1);
foreach ([2 => 'charging order 2', 3 => 'charged'] as $order => $moment) {
    echo "after \"$moment\"\n";
    $worker = $deliver($order);
    $worker->waitForLine($moment);
    $worker->kill();
    $again($order);
    $again($order);
}
echo implode(' ', (new PDO("sqlite:$file"))->query('SELECT order_id FROM charges')->fetchAll(PDO::FETCH_COLUMN)), " are charged\n";
unlink($file);
--EXPECT--
before
bool(true)
charging order 1
charged
status 0
done by an earlier delivery
status 0
after "charging order 2"
charging order 2
charged
status 0
done by an earlier delivery
status 0
after "charged"
charging order 3
the ledger knows order 3 already: not charged again
status 0
done by an earlier delivery
status 0
1 2 3 are charged
