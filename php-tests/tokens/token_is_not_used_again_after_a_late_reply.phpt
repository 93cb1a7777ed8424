--TEST--
After an acquire() whose reply came too late the next lease has another token, so that the release of the first can never match it
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

// A Redis of our own making, whose first answer comes when the ttl has run out.
$socket = stream_socket_server('tcp://127.0.0.1:0');
$address = 'redis://' . stream_socket_get_name($socket, false);
$php = RedisServer::start()->background("
    \$lock = new RedisLock('my:lock', 0.5, '$address', autoRelease: false);
    \$lock->token();
    try {
        \$lock->acquire() || exit(1);
    } catch (RedisLockLostException) {
        var_dump(\$lock->acquire());
    }
", ['redislock.io_timeout' => PATIENCE]);
$connection = stream_socket_accept($socket, PATIENCE);
// Reads up to the token of a command and its last word.
$token = function (string $last) use ($connection): string {
    for ($read = ''; !str_ends_with($read, "\r\n$last\r\n") && !feof($connection);) {
        $read .= fread($connection, 4096);
    }

    return preg_match('/rl_[0-9a-f]{32}/', $read, $found) ? $found[0] : '';
};
$first = $token('86400000');
usleep(550_000);
fwrite($connection, ":1\r\n");
$undone = $token($first);
fwrite($connection, ":1\r\n");
$second = $token('500');
fwrite($connection, "+OK\r\n");
echo $php->wait()->out;
var_dump($first !== '' && $first === $undone, $second !== '' && $second !== $first);
--EXPECT--
bool(true)
bool(true)
bool(true)
