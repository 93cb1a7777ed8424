--TEST--
The basic example says so when its lock was lost during the work
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$basic = example($redis, 'basic');
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('DEL', 'report:daily') === 1));
tell($redis, $basic->wait());
--EXPECT--
bool(true)
wrote a report of 12 pages
wrote another of 12 pages
the report took longer than the lock's 10 seconds
status 0
