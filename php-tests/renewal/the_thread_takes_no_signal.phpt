--TEST--
The thread blocks every signal but those of faults, and PHP's own thread is as it was
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
is_dir('/proc/self/task') || die('skip the masks of threads are read in /proc');
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();
$blocked = function (int $thread): array {
    preg_match('/^SigBlk:\s+(\w+)$/m', file_get_contents("/proc/self/task/$thread/status"), $found);

    return array_values(array_filter(range(1, 31), fn (int $signal): bool => (bool) (hexdec(substr($found[1], -8)) & 1 << $signal - 1)));
};

$before = $blocked(getmypid());
$lock = new RedisLock(test_key(), 0.3, $redis->address(), autoRenew: true);
// It names itself, after it was started.
var_dump($lock->acquire(), eventually(PATIENCE, fn (): bool => renewal_threads(getmypid()) !== []));
[$thread] = renewal_threads(getmypid());
var_dump($blocked(getmypid()) === $before);
$faults = [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS];
// Nobody can block these two.
$open = array_diff(range(1, 31), $blocked($thread), [SIGKILL, SIGSTOP]);
var_dump(array_diff($open, $faults), array_diff($faults, $open));
--EXPECT--
bool(true)
bool(true)
bool(true)
array(0) {
}
array(0) {
}
