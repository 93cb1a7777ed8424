--TEST--
The basic example does not work when Redis could not be reached
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$redis->stop();
tell($redis, example($redis, 'basic')->wait());
--EXPECT--
no report: could not acquire lock "report:daily": 127.0.0.1:PORT: connection refused; do not start the guarded work
status 2
