--TEST--
A server that is killed in the middle of a wait and does not come back is a RedisLockConnectionException when the wait is over
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/tls.inc';
require __DIR__ . '/../signals/sender.inc';

$server = TlsServer::start();
held_by_another($server->redis);
$sender = new Sender(fn () => until_blocked($server->redis), fn () => posix_kill($server->redis->pid, SIGKILL));
[$thrown, $took] = timed(fn () => (new RedisLock(test_key(), 10, $server->address()))->acquire(1.5 * SLOWNESS));
echo "$thrown\n";
within(1.4 * SLOWNESS, $took, 1.5 * SLOWNESS + 1 * STRETCH, 'at its end');
--EXPECTF--
RedisLockConnectionException: could not acquire lock "a_server_that_dies_in_a_wait_is_an_error-%d": 127.0.0.1:%d: connection refused; do not start the guarded work
at its end: yes
