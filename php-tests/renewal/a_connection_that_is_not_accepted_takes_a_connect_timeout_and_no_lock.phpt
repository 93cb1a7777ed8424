--TEST--
Where a server drops new connections, a connected process takes no lock with autoRenew, and hears it after connect_timeout or the wait
--INI--
redislock.io_timeout=20
--FILE--
<?php
require __DIR__ . '/renewal.inc';

foreach ([[0.3, 0], [0.3, 10], [30, 1.5]] as [$timeout, $wait]) {
    // Its queue is full: the kernel drops what comes.
    $redis = RedisServer::start('--tcp-backlog', '1');
    $server = "redis://127.0.0.1:$redis->port?connect_timeout=$timeout";
    $own = new RedisLock(test_key('own'), 60, $server);
    $held = new RedisLock(test_key('held'), 60, $server);
    $own->acquire() && $held->acquire() || exit(1);
    $redis->suspend();
    for ($clients = []; count($clients) < 8; $clients[] = @stream_socket_client("tcp://127.0.0.1:$redis->port", $code, $text, 0.05));
    foreach (['renewed' => null, 'held' => 'given'] as $name => $token) {
        $locks[] = $lock = new RedisLock(test_key($name), 20, $server, token: $token, autoRenew: true);
        foreach ([fn () => $lock->acquire($wait), fn () => $lock->run(fn () => print("called\n"), $wait)] as $call) {
            $begin = hrtime(true);
            $said[] = preg_replace('/^.*(no connection within .* s )\(.*?\)/', '$1', throws($call));
            $seconds = (hrtime(true) - $begin) / 1e9;
            $seconds > 0.25 && $seconds < 3 * STRETCH || print("it took $seconds s\n");
        }
    }
    $redis->resume();
    var_dump($own->isHeld(), $held->isHeld(), $redis->call('EXISTS', test_key('renewed')));
}
echo implode("\n", array_unique($said)), "\n";
--EXPECT--
bool(true)
bool(true)
int(0)
bool(true)
bool(true)
int(0)
bool(true)
bool(true)
int(0)
no connection within 0.3 s ; autoRenew needs a second connection; do not start the guarded work
no connection within 1.5 s ; autoRenew needs a second connection; do not start the guarded work
