--TEST--
20,000 addresses that refuse connections leave the process as large as it was
--SKIPIF--
<?php
is_readable('/proc/self/status') || die('skip the size of a process is read from /proc');
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$refusing = $redis->address();
$redis->stop();

$meet = function (int $addresses) use ($refusing): void {
    static $number = 0;
    for ($end = $number + $addresses; $number < $end; $number++) {
        try {
            (new RedisLock('unreachable', 30, str_replace('://', "://user:$number@", $refusing)))->acquire() || exit(1);
        } catch (RedisLockConnectionException) {
        }
    }
};
$resident = function (): int {
    preg_match('/VmRSS:\s+(\d+) kB/', file_get_contents('/proc/self/status'), $found);

    return (int) $found[1];
};

$meet(2000);
$kilobytes = $resident();
$meet(20_000);
// A note of 50 bytes for each would be 1,000 kB.
$more = $resident() - $kilobytes;
echo 'resident: ', $more < 512 ? 'level' : "$more kB more", "\n";
--EXPECT--
resident: level
