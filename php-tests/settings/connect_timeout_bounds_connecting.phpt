--TEST--
A server that does not take connections is given one connect_timeout, by TCP and by unix socket
--INI--
redislock.connect_timeout=0.2
redislock.io_timeout=20
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

foreach (['tcp://127.0.0.1:0', 'unix://' . sys_get_temp_dir() . '/' . test_key()] as $place) {
    // A queue of one that nobody empties, and clients until it is full.
    $socket = stream_socket_server($place, context: stream_context_create(['socket' => ['backlog' => 1]]));
    $place = preg_replace('#//.*#', '//', $place) . stream_socket_get_name($socket, false);
    for ($client = 0; $client < 8; $client++) {
        $clients[] = @stream_socket_client($place, $code, $text, 0.05);
    }
    $begin = hrtime(true);
    echo throws(fn () => (new RedisLock('key', 10, str_replace('tcp:', 'redis:', $place)))->acquire()), "\n";
    $seconds = (hrtime(true) - $begin) / 1e9;
    var_dump($seconds >= 0.2 && $seconds < 2 ? 'in time' : $seconds);
}
--CLEAN--
<?php
array_map(unlink(...), glob(sys_get_temp_dir() . '/connect_timeout_bounds_connecting-*'));
--EXPECTF--
RedisLockConnectionException: could not acquire lock "key": 127.0.0.1:%d: no connection within 0.2 s (connect_timeout); do not start the guarded work
string(7) "in time"
RedisLockConnectionException: could not acquire lock "key": %s/connect_timeout_bounds_connecting-%d: no connection within 0.2 s (connect_timeout); do not start the guarded work
string(7) "in time"
