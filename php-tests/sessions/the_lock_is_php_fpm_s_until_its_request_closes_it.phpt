--TEST--
In php-fpm read_and_close, abort, a new id and the end of a request free the session, and a worker's next request locks it again
--SKIPIF--
<?php
require __DIR__ . '/../fpm/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/session.inc';
$redis = RedisServer::start();
$fpm = Fpm::start(['www' => ['pm.max_children' => '1', 'php_admin_value[redislock.server]' => $redis->address()]]);
$ends = 'echo ", ", (new RedisLock("PHPREDIS_SESSION:abc_LOCK"))->isLocked() ? "locked" : "free";';
$said = fn (): string => implode(' ', $redis->call('KEYS', '*_LOCK')) ?: 'no lock';
$page = fn (string $code): string => $fpm->ask($fpm->script(session_page($redis->folder) . $code))->body();

echo $page("session_start(); \$_SESSION['n'] = 1; echo 'start'; $ends"), ', then ', $said(), "\n";
echo $page("session_start(['read_and_close' => true]); echo \$_SESSION['n']; \$_SESSION['n'] = 2; $ends"), ', then ', $said(), "\n";
echo $page("session_start(); echo \$_SESSION['n']; \$_SESSION['n'] = 3; session_abort(); $ends"), ', then ', $said(), "\n";
echo $page("session_start(); echo \$_SESSION['n']; $ends exit();"), ', then ', $said(), "\n";
[$id, $old] = explode(', ', $page("session_start(); session_regenerate_id(true); \$_SESSION['n']++; echo session_id(); $ends"));
echo file_get_contents("$redis->folder/sess-$id"), ", the old one is $old, then ", $said(), "\n";
var_dump(is_file("$redis->folder/sess-abc"));
$holder = $fpm->ask($fpm->script(session_page($redis->folder) . 'session_start(); echo "in"; flush(); while (!is_file("' . $redis->folder . '/go")) usleep(10_000);'));
$holder->waitFor('in');
echo $said(), "\n";
touch("$redis->folder/go");
$holder->body();
echo $said(), "\n", $fpm->troubles();
--EXPECT--
start, locked, then no lock
1, free, then no lock
1, free, then no lock
1, locked, then no lock
n|i:2;, the old one is free, then no lock
bool(false)
PHPREDIS_SESSION:abc_LOCK
no lock
