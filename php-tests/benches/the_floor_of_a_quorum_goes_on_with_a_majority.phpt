--TEST--
The floor of a quorum sends every member what RedisLock sends it, goes on with a majority's replies, and takes no key that is held
--EXTENSIONS--
redislock
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
($lack = bench_lacks()) === null || die("skip $lack");
exec('cc --version 2>&1', $output, $status);
$status === 0 || die('skip there is no C compiler');
--FILE--
<?php
require __DIR__ . '/bench.inc';

$code = 'const BENCHES = ' . var_export(dirname(__DIR__, 2) . '/benches', true) . ';' . <<<'PHP'
    $files = glob(BENCHES . '/{harness,contenders,waiting,bench,bench/parts}/*.php', GLOB_BRACE);
    array_map(fn (string $file) => require_once $file, array_diff($files, [BENCHES . '/bench/worker.php']));
    $floor = new Floor(Server::start());
    $members = array_map(fn (): RedisServer => RedisServer::start(), range(1, 3));
    $quorum = Address::quorum(array_map(fn (RedisServer $member): int => $member->port, $members));
    $ours = Client::of('redislock', $quorum, Layout::Unpinned->clientCores());
    $ours->cycles(5);
    $client = $floor->ofQuorum($members[0], $quorum, Layout::Unpinned->clientCores());
    foreach ([$ours, $client] as $each) {
        $monitors = array_map(fn (RedisServer $member): Closure => $member->monitor(), $members);
        $each->cycles(1);
        foreach ($monitors as $monitor) {
            $seen = [];
            // The release of the cycle before may come late, and count as one of two.
            eventually(PATIENCE, function () use ($monitor, &$seen): bool {
                return count($seen = $monitor()) >= 2 && str_starts_with(end($seen)[0], 'EVAL');
            });
            // But for the token, which is another one each time.
            echo preg_replace('/rn_\w+/', 'rn_', json_encode(array_slice($seen, -2))) . "\n";
        }
    }

    $members[2]->suspend();
    echo count($client->cycles(10)['times']), " cycles without one member\n";
    $members[2]->resume();

    array_map(fn (RedisServer $member) => $member->call('SET', 'bench:000000000', 'another'), $members);
    try {
        $client->cycles(1);
        echo "took a key that is held\n";
    } catch (RuntimeException $failure) {
        echo $failure->getMessage(), "\n";
    }
    PHP;
$options = ini_options(['extension' => ['pcntl', 'posix', ...phpredis()]]);
$result = RedisServer::start()->background($code, [], $options)->wait(60);
$lines = explode("\n", $result->out);
echo count(array_unique(array_splice($lines, 0, 6))), " kind of request\n", implode("\n", $lines), trim($result->err), "\n";
?>
--EXPECT--
1 kind of request
10 cycles without one member
the process of floor ended; what it wrote is above
the reply is $-1
