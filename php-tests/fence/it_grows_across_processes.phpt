--TEST--
1,000 leases of 8 processes have fences that grow strictly in the order of the leases
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();

$file = tempnam(sys_get_temp_dir(), 'redislock-');
$work = '
    $lock = new RedisLock("key", 60, fence: true);
    for ($lease = 0; $lease < 125; $lease++) {
        $lock->acquire(60) || exit(1);
        // In the order of the leases: whoever writes holds the lock.
        file_put_contents(' . var_export($file, true) . ', $lock->fence() . "\n", FILE_APPEND);
        $lock->release() || exit(2);
    }';
$processes = array_map(fn (): Background => $redis->background($work, ['redislock.io_timeout' => 20]), range(1, 8));
$codes = array_map(fn (Background $process): ?int => $process->wait()->code, $processes);
$fences = array_map(intval(...), file($file));
unlink($file);
$sorted = array_unique($fences);
sort($sorted);
echo json_encode($codes), ' ', count($fences), ' leases, ', $sorted === $fences ? 'in order' : 'out of order', "\n";
// For a day beside the lock, and nothing else is left.
$keys = $redis->call('KEYS', 'key:rl-fence*');
var_dump(count($keys), $redis->call('PTTL', $keys[0]) > 86_000_000, $redis->call('EXISTS', 'key'));
--EXPECT--
[0,0,0,0,0,0,0,0] 1000 leases, in order
int(1)
bool(true)
int(0)
