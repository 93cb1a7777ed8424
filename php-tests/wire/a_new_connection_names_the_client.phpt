--TEST--
A new connection tells Redis library and version, in one write with its first command, and ignores errors in return
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

// A Redis of our own making: one before 7.2 knows no CLIENT SETINFO, and MONITOR hides what it does not know.
$socket = stream_socket_server('tcp://127.0.0.1:0');
$address = 'redis://' . stream_socket_get_name($socket, false);
$php = RedisServer::start()->background("
    \$lock = new RedisLock('my:lock', 10, '$address', autoRelease: false);
    var_dump(\$lock->acquire());
", ['redislock.io_timeout' => PATIENCE]);
$connection = stream_socket_accept($socket, PATIENCE);
$read = '';
// It is answered only when all is there.
while (!str_ends_with($read, "EX\r\n$2\r\n10\r\n") && !feof($connection)) {
    $read .= fread($connection, 4096);
}
fwrite($connection, "-ERR unknown subcommand\r\n-NOPERM not you\r\n+OK\r\n");
$commands = preg_replace(['/\r\n\$\d+\r\n/', '/rl_[0-9a-f]{32}/'], [' ', 'token'], $read);
echo strtr($commands, ["\r\n" => "\n", phpversion('redislock') => 'VERSION']), $php->wait()->out;
?>
--EXPECT--
*4 CLIENT SETINFO LIB-NAME redislock
*4 CLIENT SETINFO LIB-VER VERSION
*6 SET my:lock token NX EX 10
bool(true)
