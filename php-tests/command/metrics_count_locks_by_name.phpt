--TEST--
redislock metrics prints what Prometheus reads: held, waited for, resting, done, endless and expiring by name, which promtool finds no fault with
--SKIPIF--
<?php
exec('promtool --version 2>/dev/null', result_code: $code);
$code === 0 || die('skip promtool (Debian: prometheus) is not installed');
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$token = 'rl_0123456789abcdef0123456789abcdef';
// Renewed, although at each moment it ends within a second.
$renewed = start($redis, ['run', 'renewed', '--ttl=1', '--', 'sleep', '60']);
eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', 'renewed') === 1);
foreach (['orders:1', 'orders:2'] as $key) {
    $redis->call('SET', $key, "$token@web1@20260101T000000Z", 'EX', '600');
}
$redis->call('SET', 'orders:2:rl-waiting{orders:2}', '1');
$redis->call('SET', 'rest:7f3a9c1e', 'rl_rest', 'EX', '600');
$redis->call('SET', 'rest:7f3a9c1f', 'rl_done:0123456789abcdef', 'EX', '600');
$redis->call('SET', 'api', $token);
$redis->call('SET', 'api:rl-permit-2{api}', $token, 'EX', '600');
$redis->call('SET', 'api:rl-permits{api}', '2');
$redis->call('SET', "we\"ird\\\n\xff", $token, 'EX', '600');
$redis->call('SET', 'hand-written', '1');
$redis->call('SET', 'ends', $token, 'PX', '4500');
$result = redislock($redis, ['metrics']);
echo preg_replace(['/^#.*\n/m', '/(_seconds.*) [\d.]+$/m', '/^.*_scan_keys .*\n/m', '/127.*:\d+/'], ['', '$1 N', '', 'NODE'], $result->out), "-> $result->code\n";
file_put_contents($file = sys_get_temp_dir() . '/' . test_key(), $result->out);
exec('promtool check metrics <' . escapeshellarg($file) . ' 2>&1', $faults, $code);
unlink($file);
var_dump($faults, $code);
$renewed->kill('TERM');
$redis->call('FLUSHALL');
echo preg_replace('/^#.*\n/m', '', redislock($redis, ['metrics', 'nothing:*', '--seconds=5'])->out) === '' ? 'nothing' : 'the scan', "\n";
--EXPECT--
redislock_held{name="api"} 2
redislock_held{name="ends"} 1
redislock_held{name="orders:*"} 2
redislock_held{name="renewed"} 1
redislock_held{name="rest:*"} 0
redislock_held{name="we\"ird\\\\x0a\\xff"} 1
redislock_waited_for{name="api"} 0
redislock_waited_for{name="ends"} 0
redislock_waited_for{name="orders:*"} 1
redislock_waited_for{name="renewed"} 0
redislock_waited_for{name="rest:*"} 0
redislock_waited_for{name="we\"ird\\\\x0a\\xff"} 0
redislock_resting{name="api"} 0
redislock_resting{name="ends"} 0
redislock_resting{name="orders:*"} 0
redislock_resting{name="renewed"} 0
redislock_resting{name="rest:*"} 1
redislock_resting{name="we\"ird\\\\x0a\\xff"} 0
redislock_done{name="api"} 0
redislock_done{name="ends"} 0
redislock_done{name="orders:*"} 0
redislock_done{name="renewed"} 0
redislock_done{name="rest:*"} 1
redislock_done{name="we\"ird\\\\x0a\\xff"} 0
redislock_endless{name="api"} 1
redislock_endless{name="ends"} 0
redislock_endless{name="orders:*"} 0
redislock_endless{name="renewed"} 0
redislock_endless{name="rest:*"} 0
redislock_endless{name="we\"ird\\\\x0a\\xff"} 0
redislock_expiring{name="api"} 0
redislock_expiring{name="ends"} 1
redislock_expiring{name="orders:*"} 0
redislock_expiring{name="renewed"} 0
redislock_expiring{name="rest:*"} 0
redislock_expiring{name="we\"ird\\\\x0a\\xff"} 0
redislock_oldest_seconds{name="orders:*"} N
redislock_waiting_clients{node="NODE"} 0
redislock_up 1
redislock_scan_complete 1
redislock_scan_seconds N
-> 0
array(0) {
}
int(0)
the scan
