--TEST--
The session of a process that lives is kept for longer than the ttl; that of one that was killed is free after the ttl, and not before
--EXTENSIONS--
session
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();

$holder = $redis->background(session_page($redis->folder, ', ttl: 1.5') . 'session_start(); fwrite(STDOUT, "started\n"); sleep(60);');
$holder->waitForLine('started');
$next = $redis->background(session_page($redis->folder, ', wait: 30') . 'fwrite(STDOUT, "waits\n"); var_dump(session_start()); echo hrtime(true), "\n";');
$next->waitForLine('waits');
usleep(2_000_000);
// Read before the kill: renewal may only have made it longer since.
$asked = hrtime(true);
$left = $redis->call('PTTL', 'PHPREDIS_SESSION:abc_LOCK');
$holder->kill();
[, $started, $when] = explode("\n", $next->wait()->out);
echo "$started\n";
var_dump($left > 0, $when - $asked > ($left - 5) * 1e6);
--EXPECT--
bool(true)
bool(true)
bool(true)
