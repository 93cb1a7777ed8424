--TEST--
The basic example does not work while another holds its lock
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$redis->call('SET', 'report:daily', 'another');
tell($redis, example($redis, 'basic')->wait());
echo $redis->call('GET', 'report:daily'), "\n";
--EXPECT--
no report: another process is writing it
status 1
another
