--TEST--
After PHP was restarted inside its process locks are released at each request's end, renewed or not, and nothing is left over
--SKIPIF--
<?php
require __DIR__ . '/restart.inc';
if (embedded_php() === null) {
    die('skip there is no library with this PHP inside (Debian: libphp8.2-embed)');
}
--FILE--
<?php
require __DIR__ . '/restart.inc';
$redis = RedisServer::start();
$held = new RedisLock('held', 600, $redis->address());
$held->acquire() || exit(1);
echo restarted($redis, 3, <<<'PHP'
    var_dump(array_map(fn ($name) => (new RedisLock($name))->isLocked(), ['plain', 'kept', 'all']) === [false, false, false]);
    $renewed = RedisLock::stats()['renewed'];
    $GLOBALS['plain'] = new RedisLock('plain', 600);
    $GLOBALS['kept'] = new RedisLock('kept', 1, autoRenew: true);
    $GLOBALS['all'] = new RedisLock('all', 600, null, null, true, true, INF, true);
    foreach (['plain', 'kept', 'all'] as $name) {
        $GLOBALS[$name]->acquire() || print("no $name\n");
    }
    // A wait that times out, on the connection that the next start must not find.
    var_dump((new RedisLock('held', 600))->acquire(0.1));
    for ($end = hrtime(true) + 20e9; RedisLock::stats()['renewed'] < $renewed + 3 && hrtime(true) < $end;) {
        usleep(10_000);
    }
    var_dump($kept->isHeld(), RedisLock::stats()['renewed'] >= $renewed + 3);
    PHP);
var_dump($redis->call('EXISTS', 'plain', 'kept', 'all'), $held->isHeld());
--EXPECT--
bool(true)
bool(false)
bool(true)
bool(true)
end of round 0: 0 threads, 0 sockets
bool(true)
bool(false)
bool(true)
bool(true)
end of round 1: 0 threads, 0 sockets
bool(true)
bool(false)
bool(true)
bool(true)
end of round 2: 0 threads, 0 sockets
exit code 0
int(0)
bool(true)
