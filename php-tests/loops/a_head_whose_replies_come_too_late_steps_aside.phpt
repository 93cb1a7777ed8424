--TEST--
A head whose lease is always over when the reply comes waits by itself from then on: the next, whose lease is long enough, has the lock
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/line.inc';
$redis = RedisServer::start();
// Passes bytes on 50 ms later, each way.
$relay = $redis->background("\$port = $redis->port;" . <<<'PHP'
    $server = stream_socket_server('tcp://127.0.0.1:0');
    echo stream_socket_get_name($server, false), "\n";
    [$others, $later] = [[], []];
    while (true) {
        $read = [$server, ...array_column($others, 0)];
        [$write, $except] = [[], []];
        stream_select($read, $write, $except, 0, 2_000);
        foreach ($read as $socket) {
            if ($socket === $server) {
                [$near, $far] = [stream_socket_accept($server), stream_socket_client("tcp://127.0.0.1:$port")];
                $others[(int) $near] = [$near, $far];
                $others[(int) $far] = [$far, $near];
                array_map(fn ($each) => stream_set_blocking($each, false), [$near, $far]);
                continue;
            }
            $bytes = fread($socket, 65_536);
            $later[] = [hrtime(true) + 50_000_000, $others[(int) $socket][1], $bytes];
            if ($bytes === '' && feof($socket)) {
                unset($others[(int) $socket]);
            }
        }
        while ($later && $later[0][0] <= hrtime(true)) {
            [, $socket, $bytes] = array_shift($later);
            $bytes === '' ? @stream_socket_shutdown($socket, STREAM_SHUT_WR) : @fwrite($socket, $bytes);
        }
    }
    PHP);
$address = 'redis://' . $relay->waitForLine(':');
$lock = fn (float $ttl): RedisLock => new RedisLock(test_key(), $ttl, $address);

Loop::install();
$redis->call('SET', test_key(), 'another', 'PX', '300');
Loop::go(function () use ($lock): void {
    try {
        $lock(0.03)->acquire(4 * SLOWNESS);
    } catch (RedisLockException) {
        // Never in time.
    }
});
$order = [];
Loop::go(function () use ($lock, &$order): void {
    Loop::sleep(0.1);
    $next = $lock(600);
    $order[] = $next->acquire(4 * SLOWNESS) ? 'the next has it' : 'in vain';
    $next->release();
});
until_served($order, 1);
echo $order[0], "\n";
RedisLock::waitUsing(null);
?>
--EXPECT--
the next has it
