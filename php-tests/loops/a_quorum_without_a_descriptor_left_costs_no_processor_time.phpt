--TEST--
A suspended wait on several silent servers, in a process that has no descriptor left, sleeps until its time is over
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$servers = [RedisServer::start(), RedisServer::start(), RedisServer::start()];
$addresses = array_map(fn (RedisServer $server): string => $server->address(), $servers);

$waiter = $servers[0]->background('const SERVERS = ' . var_export($addresses, true) . ';' . <<<'PHP'
    posix_setrlimit(POSIX_RLIMIT_NOFILE, 64, 64);
    RedisLock::waitUsing(function (mixed $stream, bool $write, float $seconds): void {
        [$read, $none] = [[$stream], null];
        stream_select($read, $none, $none, (int) $seconds, (int) (fmod($seconds, 1) * 1e6));
    });
    $lock = new RedisLock('key', 600, SERVERS);
    $lock->run(fn () => print("connected\n"));
    for ($files = []; $file = @fopen('/dev/null', 'r'); $files[] = $file);
    fgets(STDIN);
    $used = function (): float {
        $of = getrusage();

        return $of['ru_utime.tv_sec'] + $of['ru_stime.tv_sec'] + ($of['ru_utime.tv_usec'] + $of['ru_stime.tv_usec']) / 1e6;
    };
    [$before, $start] = [$used(), hrtime(true)];
    try {
        var_dump($lock->acquire(2));
    } catch (RedisLockConnectionException) {
        echo "no reply\n";
    }
    [$cost, $took] = [$used() - $before, (hrtime(true) - $start) / 1e9];
    echo count($files) > 20 && $took > 0.9 && $cost < $took / 3 ? "it slept\n" : "$cost s of $took s\n";
    PHP, ['extension' => 'posix', 'redislock.io_timeout' => '3']);
$waiter->waitForLine('connected');
array_map(fn (RedisServer $server) => $server->suspend(), $servers);
$waiter->say();
echo $waiter->wait()->out;
--EXPECT--
connected
no reply
it slept
