--TEST--
The file is read for each new connection: a rotated secret needs no restart, with or without a line end, for a user and for the default one
--FILE--
<?php
require __DIR__ . '/secret.inc';
$redis = server_with('0ld');
$lock = new RedisLock('k', 60, $redis->address() . '?password_file=' . secret("0ld\n"));
var_dump($lock->acquire());
rotate($redis, 'n3w');
secret("n3w\r\n");
// Who is in stays in.
var_dump($lock->extend());
$redis->call('CLIENT', 'KILL', 'USER', 'default', 'SKIPME', 'yes');
var_dump($lock->release());

$redis->call('ACL', 'SETUSER', 'b:ob', 'on', '>p@ss', '~*', '&*', '+@all');
secret('p@ss');
$address = str_replace('//', '//b%3Aob@', $redis->address()) . '/1?connect_timeout=2&password_file=' . str_replace('-', '%2D', secret('p@ss'));
$lock = new RedisLock('k', 60, $address);
var_dump($lock->run(fn () => 'run'), array_column(RedisLock::diagnose($address), 'user'));
--EXPECT--
bool(true)
bool(true)
bool(true)
string(3) "run"
array(1) {
  [0]=>
  string(4) "b:ob"
}
