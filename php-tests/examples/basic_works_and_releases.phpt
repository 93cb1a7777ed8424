--TEST--
The basic example holds its lock while it works, and leaves nothing in Redis
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$monitor = $redis->monitor();
tell($redis, example($redis, 'basic')->wait());
$sets = array_filter($monitor(scripts: true), fn (array $words): bool => $words[0] === 'SET');
echo count($sets), " acquired, {$redis->call('DBSIZE')} left\n";
--EXPECT--
wrote a report of 12 pages
wrote another of 12 pages
status 0
2 acquired, 0 left
