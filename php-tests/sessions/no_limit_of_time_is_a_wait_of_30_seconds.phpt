--TEST--
Where max_execution_time is below 0, which PHP takes for no limit, a session is locked as where it is 0
--EXTENSIONS--
session
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();
$page = session_page($redis->folder);
foreach ([-1, 0] as $limit) {
    echo $redis->php($page . "ini_set('max_execution_time', '$limit'); var_dump(ini_get('max_execution_time'), session_start());")->out;
}
--EXPECT--
string(2) "-1"
bool(true)
string(1) "0"
bool(true)
