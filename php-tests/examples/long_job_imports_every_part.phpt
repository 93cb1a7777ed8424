--TEST--
The long job extends its lock before every part, and releases it at the end
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$monitor = $redis->monitor();
tell($redis, example($redis, 'long-job', '3')->wait());
$commands = array_column($monitor(scripts: true), 0);
// The first extend may find the ttl whole still, and then has nothing to do.
var_dump(current(array_intersect($commands, ['SET', 'PEXPIRE', 'DEL'])), count(array_keys($commands, 'PEXPIRE')) >= 2, in_array('DEL', $commands, true), $redis->call('DBSIZE'));
--EXPECT--
imported part 1
imported part 2
imported part 3
imported all 3 parts
status 0
string(3) "SET"
bool(true)
bool(true)
int(0)
