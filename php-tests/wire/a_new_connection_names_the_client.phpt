--TEST--
A new connection that logs in tells Redis library and version in the same write, and ignores errors in return; one that does not tells nothing
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

// A Redis of our own making: one before 7.2 knows no CLIENT SETINFO, and MONITOR hides what it does not know.
foreach (['/1', ''] as $database) {
    $socket = stream_socket_server('tcp://127.0.0.1:0');
    $address = 'redis://' . stream_socket_get_name($socket, false) . $database;
    $php = RedisServer::start()->background("
        \$lock = new RedisLock('my:lock', 10, '$address', autoRelease: false);
        var_dump(\$lock->acquire());
    ", ['redislock.io_timeout' => PATIENCE]);
    $connection = stream_socket_accept($socket, PATIENCE);
    $replies = ["+OK\r\n-ERR unknown subcommand\r\n-NOPERM not you\r\n", ":1\r\n"];
    $writes = [];
    foreach ($database === '' ? [$replies[1]] : $replies as $reply) {
        // Each write is answered only when all of it is there.
        $read = '';
        do {
            $read .= fread($connection, 4096);
        } while (!preg_match('/LIB-VER\r\n\$\d+\r\n\S+\r\n$|86400000\r\n$/', $read) && !feof($connection));
        $writes[] = preg_replace(['/\r\n\$\d+\r\n/', '/rl_[0-9a-f]{32}/', '/\b[0-9a-f]{40}\b/'], [' ', 'token', 'SHA1'], $read);
        fwrite($connection, $reply);
    }
    echo strtr(implode("--\n", $writes), ["\r\n" => "\n", phpversion('redislock') => 'VERSION']), $php->wait()->out;
}
--EXPECT--
*2 SELECT 1
*4 CLIENT SETINFO LIB-NAME redislock
*4 CLIENT SETINFO LIB-VER VERSION
--
*10 EVALSHA SHA1 2 my:lock my:lock:rl-waiting{my:lock} token 10000 0 0 86400000
bool(true)
*10 EVALSHA SHA1 2 my:lock my:lock:rl-waiting{my:lock} token 10000 0 0 86400000
bool(true)
