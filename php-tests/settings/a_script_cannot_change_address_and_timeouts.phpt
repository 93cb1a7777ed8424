--TEST--
ini_set() of address and timeouts is false, whatever the value, and the old value stays
--INI--
redislock.server=redis://10.0.0.1
redislock.connect_timeout=2
redislock.io_timeout=3
--FILE--
<?php
foreach (['redislock.server' => 'redis://127.0.0.1', 'redislock.connect_timeout' => '5', 'redislock.io_timeout' => '5'] as $name => $value) {
    var_dump(ini_set($name, $value), ini_set($name, 'nonsense'), ini_get($name));
}
--EXPECT--
bool(false)
bool(false)
string(16) "redis://10.0.0.1"
bool(false)
bool(false)
string(1) "2"
bool(false)
bool(false)
string(1) "3"
