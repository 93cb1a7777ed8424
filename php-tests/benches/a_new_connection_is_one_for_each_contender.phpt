--TEST--
A cycle on a new connection connects to the server each time, and says what went wrong
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
($lack = bench_lacks()) === null || die("skip $lack");
--FILE--
<?php
require __DIR__ . '/bench.inc';

$code = 'const BENCHES = ' . var_export(dirname(__DIR__, 2) . '/benches', true) . ';' . <<<'PHP'
    $files = glob(BENCHES . '/{harness,contenders,waiting,bench,bench/parts}/*.php', GLOB_BRACE);
    array_map(fn (string $file) => require_once $file, array_diff($files, [BENCHES . '/bench/worker.php']));
    $server = Server::start();
    $made = fn (): float => $server->connection->number('stats', 'total_connections_received');
    $key = 0;
    foreach (['redislock', 'phpredis'] as $name) {
        foreach ([false, true] as $isFresh) {
            $client = Client::of($name, $server->tcp, Layout::Unpinned->clientCores(), ++$key, isFresh: $isFresh);
            $client->cycles(1);
            $before = $made();
            $times = $client->cycles(5)['times'];
            echo $name, $isFresh ? ', new: ' : ', kept: ', count($times), ' cycles, ', $made() - $before, " connections\n";
        }
    }
    $client = Client::of('phpredis', $server->tcp, Layout::Unpinned->clientCores(), isFresh: true);
    $client->cycles(1);
    $server->connection->ask('SET', 'bench:000000000', 'another');
    try {
        $client->cycles(1);
    } catch (RuntimeException $failure) {
        echo $failure->getMessage(), "\n";
    }
    PHP;
$options = ini_options(['extension' => ['pcntl', 'posix', ...phpredis()]]);
$result = RedisServer::start()->background($code, [], $options)->wait(60);
echo $result->out;
preg_match('/RuntimeException: (a cycle.*?) in /', $result->err, $said);
echo $said[1] ?? $result->err, "\n";
--EXPECT--
redislock, kept: 5 cycles, 0 connections
redislock, new: 5 cycles, 5 connections
phpredis, kept: 5 cycles, 0 connections
phpredis, new: 5 cycles, 5 connections
the process of phpredis ended; what it wrote is above
a cycle on a new connection failed: RuntimeException: set() returned false
