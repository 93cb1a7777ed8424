--TEST--
A sentinel that an operator has told of another master by REMOVE and MONITOR is asked again after 10 s; while it knows none, the old one stays
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

[$old, $new] = [RedisServer::start(), RedisServer::start()];
$port = $old->sentinel();
$sentinel = new RedisConnection($port);
$address = "redis-sentinel://127.0.0.1:$port/my-master";
$works = function (string $key) use ($address): string {
    $lock = new RedisLock($key, 30, $address, autoRelease: false);
    return json_encode($lock->acquire());
};
$where = fn (string $key): string => implode(' and ', array_keys(array_filter(
    ['old' => $old, 'new' => $new], fn (RedisServer $server): bool => $server->call('EXISTS', $key) === 1)));
// A waiter sleeps in BLPOP all the while; a worker makes requests.
$holder = new RedisLock('busy', 60, $address);
var_dump($holder->acquire());
$new->call('SET', 'busy', 'held at the new master', 'PX', '26000');
$waiter = $old->background('echo json_encode((new RedisLock("busy", 5, ' . var_export($address, true) . '))->acquire(40)), "\n";');
eventually(PATIENCE, fn (): bool => $old->call('EXISTS', 'busy:rl-waiting{busy}') === 1);

$sentinel->ask('SENTINEL', 'REMOVE', 'my-master');
sleep(11);
echo 'no master is named: ', $works('first'), ' at the ', $where('first'), "\n";
$sentinel->ask('SENTINEL', 'MONITOR', 'my-master', '127.0.0.1', (string) $new->port, '1');
sleep(11);
echo 'another is named: ', $works('second'), ' at the ', $where('second'), "\n";
echo 'the waiter: ', $waiter->wait()->out;
echo 'its key was at the ', $where('busy'), "\n";
--EXPECT--
bool(true)
no master is named: true at the old
another is named: true at the new
the waiter: true
its key was at the old
