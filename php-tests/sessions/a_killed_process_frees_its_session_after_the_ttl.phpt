--TEST--
The session of a process that was killed is free after the ttl, and that of one that lives is kept for longer
--EXTENSIONS--
redislock
session
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();

$holder = $redis->background(session_page($redis->folder, ', ttl: 0.6') . 'session_start(); fwrite(STDOUT, "started\n"); sleep(60);');
$holder->waitForLine('started');
usleep(1_000_000);
var_dump($redis->call('EXISTS', 'PHPREDIS_SESSION:abc_LOCK'));
$holder->kill();
$begin = hrtime(true);
$next = $redis->php(session_page($redis->folder, ', wait: 10') . 'var_dump(session_start());');
echo $next->out, $next->err;
var_dump(hrtime(true) - $begin < 5e9);
--EXPECT--
int(1)
bool(true)
bool(true)
