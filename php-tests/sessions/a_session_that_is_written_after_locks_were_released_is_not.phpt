--TEST--
With false for session_set_save_handler()'s second argument the session is written too late: not at all, with a warning
--EXTENSIONS--
session
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();

$page = str_replace('));session_id', '), false);session_id', session_page($redis->folder));
$result = $redis->php("$page session_start(); \$_SESSION['n'] = 1; echo 'in', \"\n\";", ['html_errors' => '0']);
echo $result->out, $result->err, "\n";
var_dump(glob("$redis->folder/sess-*"), $redis->call('KEYS', '*_LOCK'));
--EXPECTF--
in

Warning: RedisLock: the lock of the session was lost: nothing is written in %s on line %d

Warning: %SFailed to write session data using user defined save handler. (session.save_path: %S, handler: %s) in Unknown on line 0

array(0) {
}
array(0) {
}
