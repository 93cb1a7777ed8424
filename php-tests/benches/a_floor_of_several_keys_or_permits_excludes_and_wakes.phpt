--TEST--
Who is measured with several keys takes all or none, who is with permits no more than there are, and a release wakes a waiter
--EXTENSIONS--
redislock
--SKIPIF--
<?php
require __DIR__ . '/bench.inc';
($lack = bench_lacks()) === null || die("skip $lack");
--FILE--
<?php
require __DIR__ . '/bench.inc';

$code = 'const BENCHES = ' . var_export(dirname(__DIR__, 2) . '/benches', true) . ';' . <<<'PHP'
    array_map(fn (string $file) => require_once $file, glob(BENCHES . '/{harness,contenders,waiting}/*.php', GLOB_BRACE));
    $server = Server::start();
    $left = fn (): string => implode(' ', array_filter($server->connection->ask('KEYS', '*'), fn (string $key): bool => !preg_match('/:(rl-|mark|wake)/', $key)));
    foreach ([RedisLockContender::class, BlpopSeveralContender::class] as $class) {
        [$one, $other] = [new $class($server->tcp), new $class($server->tcp)];
        $one->chooseAll(['a', 'b']);
        $other->chooseAll(['b', 'c']);
        $one->acquire();
        $refused = !$other->acquireWithin(0);
        $none = $server->connection->ask('EXISTS', 'c') === 0;
        $one->release();
        $other->acquire();
        $one->choose('a');
        $one->acquire();
        $one->release();
        $other->release();
        echo $class, ': ', json_encode([$refused, $none]), ' left: ', $left(), "\n";
    }
    foreach ([RedisLockContender::class, BlpopPermitsContender::class, LaravelPermitsContender::class, SymfonyPermitsContender::class] as $class) {
        if ($class::absence() !== null) {
            continue;
        }
        $clients = array_map(fn (): PermitsWaiter => new $class($server->tcp), range(0, 3));
        array_map(fn (PermitsWaiter $client) => $client->choosePermits('p', 3), $clients);
        array_map(fn (PermitsWaiter $client) => $client->acquire(), array_slice($clients, 0, 3));
        $refused = !$clients[3]->acquireWithin(0);
        $clients[1]->release();
        $clients[3]->acquire();
        $full = !$clients[1]->acquireWithin(0);
        array_map(fn (int $number) => $clients[$number]->release(), [0, 2, 3]);
        $refused && $full && $left() === '' || print "$class: " . json_encode([$refused, $full, $left()]) . "\n";
    }
    foreach ([[BlpopSeveralContender::class, 'chooseAll', [['a', 'b']]], [BlpopPermitsContender::class, 'choosePermits', ['p', 1]]] as [$class, $choose, $lock]) {
        $holder = new $class($server->tcp);
        $holder->$choose(...$lock);
        $holder->acquire();
        $waiter = new Crew($server, 1, function (int $number, Closure $start) use ($server, $class, $choose, $lock): array {
            $client = new $class($server->tcp);
            $client->$choose(...$lock);
            $start();
            $client->acquire();

            return ['acquired' => hrtime(true)];
        });
        $waiter->awaitReady()->start();
        $server->connection->awaitBlocked(1);
        $released = hrtime(true);
        $holder->release();
        $slept = ($waiter->reports()[0]['acquired'] - $released) / 1e6;
        echo $class, ': ', $slept < 900 ? 'woken before its slice ends' : "slept $slept ms", "\n";
        $waiter->dismiss();
    }
    PHP;
$options = ini_options(['extension' => ['pcntl', 'posix', ...phpredis()]]);
$result = RedisServer::start()->background($code, [], $options)->wait(60);
echo $result->out, $result->err;
?>
--EXPECT--
RedisLockContender: [true,true] left: 
BlpopSeveralContender: [true,true] left: 
BlpopSeveralContender: woken before its slice ends
BlpopPermitsContender: woken before its slice ends
