--TEST--
stats() counts each wait and each hold in buckets of seconds that double from 16 us on, with sum and longest
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
foreach (['waits', 'holds'] as $which) {
    $spans = RedisLock::stats()[$which];
    $bounds = array_column($spans['buckets'], 0);
    echo json_encode(array_diff_key($spans, ['buckets' => 0])), ' ', array_sum(array_column($spans['buckets'], 1)), ' ', count($bounds), "\n";
    var_dump(array_is_list($spans['buckets']), $bounds[0] === 0.000016, $bounds[1] === 0.000032, end($bounds) === INF, prev($bounds) > 3600.0);
}
// The bucket in which a span is: its bound is the first that is not less.
$in = function (array $buckets): string {
    $filled = array_filter($buckets, fn (array $bucket): bool => $bucket[1] > 0);

    return implode(', ', array_map(fn (array $bucket): string => sprintf('%.3f: %d', ...$bucket), $filled));
};
$key = test_key();
$redis->call('SET', $key, 'another');
$lock = new RedisLock($key, 10, $redis->address());
$lock->acquire() && exit(1);
var_dump($lock->acquire(0.3));
$redis->call('SET', $key, 'another', 'PX', '300');
var_dump($lock->acquire(5));
usleep(600_000);
$lock->release();
['waits' => $waits, 'holds' => $holds] = RedisLock::stats();
// 16 us doubled 15 times, and 16 times.
echo 'waits: ', $waits['count'], ' in ', $in($waits['buckets']), "\nholds: ", $holds['count'], ' in ', $in($holds['buckets']), "\n";
var_dump($waits['sum'] > 0.6 && $waits['sum'] < 1.1, $waits['longest'] >= 0.3 && $waits['longest'] < 0.6);
var_dump($holds['sum'] >= 0.6 && $holds['sum'] === $holds['longest']);
--EXPECT--
{"count":0,"sum":0,"longest":0} 0 30
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
{"count":0,"sum":0,"longest":0} 0 30
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
waits: 2 in 0.524: 2
holds: 1 in 1.049: 1
bool(true)
bool(true)
bool(true)
