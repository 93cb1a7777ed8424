--TEST--
A session's id that can have no lock, such as a cookie with ":rl-", is a warning and no session; arguments that can have none throw
--EXTENSIONS--
session
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();

$code = fn (string $start, string $arguments = ''): string => session_page($redis->folder, $arguments) . <<<'PHP'
    ob_start();
    set_error_handler(fn (int $level, string $message) => print(substr($message, 0, 150) . "\n"));
    try {
    PHP . " $start" . <<<'PHP'
        var_dump(session_start(), PlainFiles::$calls);
    } catch (Throwable $thrown) {
        echo $thrown::class, ': ', $thrown->getMessage(), "\n";
    }
    PHP;
foreach (['session_id("abc_LOCK");', 'session_id("aaaa:rl-wake{b}");', 'session_id(str_repeat("y", 70_000));'] as $start) {
    echo $redis->php($code($start))->out;
}
foreach (['prefix: ":rl-"', 'ttl: 0', 'server: "ftp://a"'] as $argument) {
    echo $redis->php($code('', ", $argument"))->out;
}
--EXPECTF--
RedisLock: the session's id can have no lock: it must not end in "_LOCK"
session_start(): Failed to read session data: user (path: %S)
bool(false)
array(0) {
}
RedisLock: the session's id can have no lock: RedisLock::__construct(): Argument #1 ($key) must not contain ":rl-", %s
session_start(): Failed to read session data: user (path: %S)
bool(false)
array(0) {
}
RedisLock: the session's id can have no lock: RedisLock::__construct(): Argument #1 ($key) must be at most 65536 bytes %s
session_start(): Failed to read session data: user (path: %S)
bool(false)
array(0) {
}
ValueError: RedisLock::__construct(): Argument #1 ($key) must not contain ":rl-", %s
ValueError: RedisLock::__construct(): Argument #2 ($ttl) %s
ValueError: RedisLock::__construct(): Argument #3 ($server) %s
