<?php
// A running fleet moves from a hand-written lock to RedisLock, worker by worker, and never are two inside at once.
// Run it: php examples/moving-a-fleet.php    It needs the extension redis; redislock and redis must be in php.ini.
//
// Both write one plain string at the same key with NX, so each respects the other. Before the first worker moves, see that
//   - the key is the same: phpredis's OPT_PREFIX belongs into RedisLock's name, and redislock.prefix stays empty;
//   - the database is the same (redis://host:6379/2);
//   - the old release compares, as below: a bare `del` removes a RedisLock's key just as it removes a colleague's.
// Old holders do not signal their release: while one of them holds the lock, new waiters try every 100 ms.

declare(strict_types=1);

const WORKERS = 6;
const TURNS = 10;

/** As it has always been. */
function withOldLock(Redis $redis, callable $work): void
{
    $token = bin2hex(random_bytes(16));
    while (!$redis->set('stock:recount', $token, ['nx', 'ex' => 10])) {
        usleep(20_000);
    }
    try {
        $work();
    } finally {
        $script = 'if redis.call("get", KEYS[1]) == ARGV[1] then return redis.call("del", KEYS[1]) end return 0';
        $redis->eval($script, ['stock:recount', $token], 1);
    }
}

/** As it is from now on: the same key and ttl. */
function withRedisLock(callable $work): void
{
    (new RedisLock('stock:recount', ttl: 10))->run($work, wait: 30);
}

/** What must not happen twice at a time: it reads, thinks, and writes. */
function recount(string $file): void
{
    $count = (int) file_get_contents($file);
    usleep(2_000);
    file_put_contents($file, (string) ($count + 1));
}

if (isset($argv[2])) {
    [, $file, $worker] = $argv;
    $address = parse_url(ini_get('redislock.server'));
    $redis = new Redis();
    $redis->connect($address['host'], $address['port'] ?? 6379);
    for ($turn = 1; $turn <= TURNS; $turn++) {
        // Restarted with the new code one after the other; the last worker keeps the old lock to its end.
        $isMoved = $turn > TURNS * $worker / WORKERS;
        $work = fn () => recount($file);
        $isMoved ? withRedisLock($work) : withOldLock($redis, $work);
    }
    exit;
}

$file = tempnam(sys_get_temp_dir(), 'stock');
file_put_contents($file, '0');
$workers = array_map(fn (int $worker) => proc_open([PHP_BINARY, __FILE__, $file, (string) $worker], [], $pipes), range(1, WORKERS));
$status = max(array_map(proc_close(...), $workers));
$count = (int) file_get_contents($file);
unlink($file);
echo "counted $count of ", WORKERS * TURNS, "\n";
exit($status ?: (int) ($count !== WORKERS * TURNS));
