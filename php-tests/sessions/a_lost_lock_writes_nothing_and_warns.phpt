--TEST--
A request whose lock was lost writes nothing, with a warning, and the session stays as it was; it may still destroy it
--EXTENSIONS--
session
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();

$result = $redis->php(session_page($redis->folder) . <<<'PHP'
    session_start();
    $_SESSION['n'] = 'mine';
    session_write_close();
    session_start();
    $_SESSION['n'] = 'late';
    var_dump((new RedisLock('PHPREDIS_SESSION:abc_LOCK'))->forceRelease());
    var_dump(@session_write_close());
    echo error_get_last()['message'], "\n", implode(' ', PlainFiles::$calls), "\n";
    session_start();
    set_error_handler(fn (int $level, string $message) => print("$message\n"));
    (new RedisLock('PHPREDIS_SESSION:abc_LOCK'))->forceRelease();
    session_write_close();    // lazy_write: the data is the same, and would be written again
    PHP);
$written = file_get_contents("$redis->folder/sess-abc");
$destroyed = $redis->php(session_page($redis->folder) . 'session_start(); (new RedisLock("PHPREDIS_SESSION:abc_LOCK"))->forceRelease(); session_destroy();');
echo $result->out, $result->err, $written, "\n", $destroyed->out, is_file("$redis->folder/sess-abc") ? 'still there' : 'destroyed', "\n";
--EXPECTF--
bool(true)
bool(%s)
session_write_close(): Failed to write session data using user defined save handler. (session.save_path: %S, handler: %s)
read write read
RedisLock: the lock of the session was lost: nothing is written
session_write_close(): Failed to %s
n|s:4:"mine";
destroyed
