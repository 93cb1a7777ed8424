--TEST--
A session that another holds for longer than the wait, or whose Redis is away, is not started, with a warning
--EXTENSIONS--
session
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();

$code = session_page($redis->folder, ', wait: 0.1') . <<<'PHP'
    set_error_handler(fn (int $level, string $message) => print("$message\n"));
    var_dump(session_start(), PlainFiles::$calls);
    PHP;
$redis->call('SET', 'PHPREDIS_SESSION:abc_LOCK', 'host|1');
echo $redis->php($code)->out;
$redis->stop();
echo $redis->php($code)->out;
--EXPECTF--
RedisLock: the session is locked by another request, also after 0.1 s
session_start(): Failed to read session data: user (path: %S)
bool(false)
array(0) {
}
RedisLock: the session cannot be locked: %s
session_start(): Failed to read session data: user (path: %S)
bool(false)
array(0) {
}
