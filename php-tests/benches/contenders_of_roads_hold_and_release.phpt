--TEST--
Each contender of a road refuses a key that is held, leaves none, and finds its server by the address that a worker is given
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
($lack = bench_lacks()) === null || die("skip $lack");
is_executable('/usr/bin/openssl') || die('skip there is no openssl to make certificates with');
--FILE--
<?php
require __DIR__ . '/bench.inc';

$code = 'const BENCHES = ' . var_export(dirname(__DIR__, 2) . '/benches', true) . ';' . <<<'PHP'
    error_reporting(E_ALL & ~E_DEPRECATED);
    $files = glob(BENCHES . '/{harness,contenders,waiting,bench,bench/parts}/*.php', GLOB_BRACE);
    array_map(fn (string $file) => require_once $file, array_diff($files, [BENCHES . '/bench/worker.php']));
    $server = Server::start();
    $refusal = function (Cycling $client): ?Throwable {
        try {
            $client->cycle('k');
        } catch (Throwable $refusal) {
            return $refusal;
        }

        return null;
    };
    $members = array_map(fn (): RedisServer => RedisServer::start(), range(1, 3));
    $quorum = Address::of((string) Address::quorum(array_map(fn (RedisServer $server): int => $server->port, $members)));
    foreach (['redislock', 'phpredis-redlock', 'symfony-combined'] as $name) {
        if (contender($name)::absence() !== null) {
            continue;
        }
        $client = new (contender($name))($quorum);
        $client->cycle('k');
        $left = array_map(fn (RedisServer $member): int => $member->call('EXISTS', 'k'), $members);
        array_map(fn (RedisServer $member) => $member->call('SET', 'k', 'another'), array_slice($members, 0, 2));
        $refused = $refusal($client) !== null;
        $kept = $members[0]->call('GET', 'k') === 'another' && $members[1]->call('GET', 'k') === 'another';
        array_map(fn (RedisServer $member) => $member->call('DEL', 'k'), $members);
        $refused && $kept && array_sum($left) === 0 || print "$name: " . json_encode([$refused, $kept, $left]) . "\n";
    }
    foreach ([Road::Tls, Road::Sentinel, Road::Cluster, Road::Far] as $road) {
        if ($road->absence() !== null) {
            continue;
        }
        $servers = new RoadServers($road, $server);
        $address = Address::of((string) $servers->address);
        $holder = new RedisLock('k', TTL, $address->ofRedisLock());
        foreach ($road->columns() as $name) {
            if (contender($name)::absence() !== null) {
                continue;
            }
            $client = new (contender($name))($address);
            $client->cycle('k');
            // Only of a key that is free.
            $holder->acquire() || print "{$road->name}: $name left the key\n";
            $refusal($client) !== null && $holder->isHeld() || print "{$road->name}: $name takes a key that is held\n";
            $holder->release();
        }
        unset($client, $holder);
        $servers->stop();
    }
    echo "done\n";
    PHP;
$laravel = stream_resolve_include_path('Illuminate/Redis/autoload.php') === false ? [] : ['mbstring'];
$options = ini_options(['extension' => ['pcntl', 'posix', 'sockets', ...$laravel, ...phpredis()]]);
$result = RedisServer::start()->background($code, [], $options)->wait(90);
echo $result->out, $result->err;
--EXPECT--
done
