--TEST--
A lock has no properties, and none can be added
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

$lock = new RedisLock('key');
echo throws(fn () => $lock->ttl = 5), "\n";
echo throws(fn () => $lock->{'key'} = 'other'), "\n";
echo throws(fn () => $lock->list[] = 1), "\n";
var_dump(isset($lock->key), property_exists($lock, 'key'), $lock->key ?? 'none', get_object_vars($lock), (array) $lock, json_encode($lock));
echo $lock->key;
--EXPECTF--
Error: Cannot create dynamic property RedisLock::$ttl
Error: Cannot create dynamic property RedisLock::$key
Error: Cannot create dynamic property RedisLock::$list
bool(false)
bool(false)
string(4) "none"
array(0) {
}
array(0) {
}
string(2) "{}"

Warning: Undefined property: RedisLock::$key in %shas_no_properties.php on line 9
