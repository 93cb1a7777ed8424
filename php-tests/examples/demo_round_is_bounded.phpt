--TEST--
A round of the demo that does not end is ended, and its sellers with it
--EXTENSIONS--
pdo
pdo_sqlite
--FILE--
<?php
require __DIR__ . '/example.inc';
foreach (['outcome', 'round', 'shop', 'timeline'] as $part) {
    require example_file("oversell/$part.php");
}

$redis = RedisServer::start();
$lock = new RedisLock('shop:stock', ttl: INF, server: "redis://127.0.0.1:$redis->port");
$lock->acquire() || exit(1);
$outcome = (new Round('RedisLock', $redis, limit: 1.0))->play(fn () => null);
print_r($outcome->faults());
// Every seller's connection has closed with it; left are this test's own two.
$ask = new RedisConnection($redis->port);
var_dump(eventually(PATIENCE, fn (): bool => substr_count($ask->ask('CLIENT', 'LIST'), "\n") === 2));
--EXPECT--
Array
(
    [0] => 8 of the sellers still at work after 1 s
    [1] => 0 sold instead of 100
    [2] => a stock of 100 left
)
bool(true)
