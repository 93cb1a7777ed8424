--TEST--
An acquire() whose reply comes after its own deadline is a RedisLockLostException, and what it took is released at once
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

// A Redis of our own making, which answers when the ttl has run out.
$socket = stream_socket_server('tcp://127.0.0.1:0');
$address = 'redis://' . stream_socket_get_name($socket, false);
$php = RedisServer::start()->background("
    require '" . __DIR__ . "/methods.inc';
    \$lock = new RedisLock('my:lock', 0.1, '$address');
    echo answer(fn () => \$lock->acquire()), \"\\n\", json_encode(\$lock->remaining());
", ['redislock.io_timeout' => PATIENCE]);
$connection = stream_socket_accept($socket, PATIENCE);
// Reads a command up to its last word.
$read = function (string $last) use ($connection): string {
    for ($read = ''; !str_ends_with($read, "\r\n$last\r\n") && !feof($connection);) {
        $read .= fread($connection, 4096);
    }

    return $read;
};
$token = preg_match('/rl_[0-9a-f]{32}/', $read('86400000'), $found) ? $found[0] : 'none';
usleep(150_000);
fwrite($connection, ":1\r\n");
$undo = $read($token);
fwrite($connection, ":1\r\n");
echo $php->wait()->out, ', undone: ', json_encode(str_contains($undo, 'EVAL') && str_contains($undo, "\r\n$token\r\n")), "\n";
--EXPECT--
RedisLockLostException: could not acquire lock "my:lock": the reply came after the ttl had run out; choose a longer ttl
0, undone: true
