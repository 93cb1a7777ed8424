--TEST--
Nonsense in php.ini is a warning when PHP starts, and the default is used
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
foreach (['connect_timeout' => '0', 'io_timeout' => '1s', 'ttl' => '0', 'ttl ' => '10m', 'report_lost' => 'maybe', 'spin' => '50us', 'tracking' => '1', 'label' => '100%', 'events' => '65537'] as $name => $nonsense) {
    $name = 'redislock.' . trim($name);
    $php = $redis->php("echo ini_get('$name');", ['log_errors' => 0], ['-d', "$name=$nonsense"]);
    echo trim($php->out . $php->err), "\n\n";
}
--EXPECT--
Warning: redislock.connect_timeout must be 0.001 to 3600 seconds; its default is used in Unknown on line 0
1

Warning: redislock.io_timeout must be 0.001 to 3600 seconds; its default is used in Unknown on line 0
1

Warning: redislock.ttl must be at least 0.01 seconds, 0 given; its default is used in Unknown on line 0
30

Warning: redislock.ttl must be a number of seconds, or INF; its default is used in Unknown on line 0
30

Warning: redislock.report_lost must be on or off; its default is used in Unknown on line 0
0

Warning: redislock.spin must be on or off; its default is used in Unknown on line 0
1

Warning: redislock.tracking must be auto or 0; its default is used in Unknown on line 0
auto

Warning: redislock.label must not contain a % but in %h (host), %p (process), %t (time) and %%; its default is used in Unknown on line 0

Warning: redislock.events must be 0 to 65536 events; its default is used in Unknown on line 0
0
