--TEST--
20,000 cycles leave PHP's memory as it was, and the process no larger
--SKIPIF--
<?php
is_readable('/proc/self/status') || die('skip the size of a process is read from /proc');
--INI--
redislock.connect_timeout=20
redislock.io_timeout=20
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/cycles.inc';
$redis = RedisServer::start();

$repeat = function (int $cycles) use ($redis): void {
    for ($cycle = 1; $cycle <= $cycles; $cycle++) {
        $name = ['methods', 'runs', 'refusals'][$cycle % 3];
        $name($redis->address(), $cycle);
    }
    gc_collect_cycles();
};
$resident = function (): int {
    preg_match('/VmRSS:\s+(\d+) kB/', file_get_contents('/proc/self/status'), $found);

    return (int) $found[1];
};

$repeat(2000);
$kilobytes = $resident();
$memory = memory_get_usage();
$repeat(20_000);
$more = memory_get_usage() - $memory;
echo 'memory_get_usage: ', $more === 0 ? 'the same' : "$more bytes more", "\n";
// One byte in each cycle would be 20 kB; what the system counts in pages varies by more than that.
$more = $resident() - $kilobytes;
echo 'resident: ', $more < 512 ? 'level' : "$more kB more", "\n";
--EXPECT--
memory_get_usage: the same
resident: level
