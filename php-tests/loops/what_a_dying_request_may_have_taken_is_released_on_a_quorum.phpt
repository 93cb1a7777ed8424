--TEST--
A fatal error while a suspended acquire waits for a quorum's replies: what its masters took meanwhile is released at the end
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$servers = array_map(fn (): RedisServer => RedisServer::start(), range(1, 3));
$addresses = var_export(array_map(fn (RedisServer $server): string => $server->address(), $servers), true);

$script = $servers[0]->background(with_loop("\$addresses = $addresses;" . <<<'PHP'
    $asks = false;
    Loop::go(function () use (&$asks, $addresses) {
        $warm = new RedisLock('warm', 600, $addresses);
        $warm->acquire(1) || print('not acquired');
        $warm->release();
        echo "ready\n";
        fgets(STDIN);
        $asks = true;
        (new RedisLock('key', 600, $addresses))->acquire(60) || print('not acquired');
    });
    Loop::go(function () use (&$asks) {
        while (!$asks) {
            Loop::sleep(0.01);
        }
        Loop::sleep(0.1);
        echo "dies\n";
        eval("class Broken { function nothing(); }");
    });
    Loop::run();
    PHP), ['redislock.io_timeout' => 10, 'display_errors' => '0']);
$script->waitForLine('ready');
array_map(fn (RedisServer $server) => $server->suspend(), $servers);
$script->say();
$script->waitForLine('dies');
usleep(100_000);
array_map(fn (RedisServer $server) => $server->resume(), $servers);
var_dump($script->wait()->code);
foreach ($servers as $server) {
    var_dump(eventually(PATIENCE, fn (): bool => $server->call('EXISTS', 'key') === 0));
}
?>
--EXPECT--
int(255)
bool(true)
bool(true)
bool(true)
