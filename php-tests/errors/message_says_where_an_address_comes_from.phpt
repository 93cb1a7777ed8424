--TEST--
A message about the default address says that it comes from redislock.server; it does not where a program or php.ini names a server
--EXTENSIONS--
redislock
--SKIPIF--
<?php
exec('unshare --net --map-root-user true 2>&1', $output, $status);
$status === 0 || die('skip no network of its own can be had here: ' . implode(' ', $output));
?>
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

// Where nothing listens, whatever runs on this machine.
$code = 'foreach ([fn () => (new RedisLock("orders:42"))->acquire(), fn () => RedisLock::describe("orders:42"), fn () => RedisLock::locks(),
    fn () => (new RedisLock("orders:42", server: "redis://127.0.0.1:6379"))->acquire()] as $call) {
    try { $call(); } catch (RedisLockException $e) { echo preg_replace("/6379([^:]*):.*/", "6379$1", $e->getMessage()), "\n"; } }';
file_put_contents($file = tempnam(sys_get_temp_dir(), 'rl'), "<?php $code");
foreach ([[], ['-d', 'redislock.server=redis://127.0.0.1:6379/2']] as $options) {
    $command = ['unshare', '--net', '--map-root-user', PHP_BINARY, ...extension_under_test(), ...$options, $file];
    echo shell_exec(implode(' ', array_map('escapeshellarg', $command))), "\n";
}
unlink($file);
?>
--EXPECT--
could not acquire lock "orders:42": 127.0.0.1:6379 (from redislock.server)
could not inspect lock "orders:42": 127.0.0.1:6379 (from redislock.server)
could not look for locks "*": 127.0.0.1:6379 (from redislock.server)
could not acquire lock "orders:42": 127.0.0.1:6379

could not acquire lock "orders:42": 127.0.0.1:6379
could not inspect lock "orders:42": 127.0.0.1:6379
could not look for locks "*": 127.0.0.1:6379
could not acquire lock "orders:42": 127.0.0.1:6379
