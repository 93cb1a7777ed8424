--TEST--
A handler that makes and checks no ids gets random ones, and every id is one of its sessions, in use_strict_mode as well
--EXTENSIONS--
session
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();

$result = $redis->php(session_page($redis->folder) . <<<'PHP'
    ini_set('session.use_strict_mode', '1');
    $given = session_start() ? session_id() : '';
    session_regenerate_id();
    $made = session_id();
    echo "$given ", strlen($made), strspn($made, '0123456789abcdef'), "\n";
    PHP);
echo $result->out, $result->err;
--EXPECT--
abc 3232
