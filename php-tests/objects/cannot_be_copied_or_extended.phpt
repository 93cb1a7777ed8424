--TEST--
A lock cannot be cloned, serialized, unserialized, subclassed or made without its constructor
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

$lock = new RedisLock('key');
var_dump((new ReflectionClass($lock))->isFinal());
echo throws(fn () => clone $lock), "\n";
echo throws(fn () => serialize($lock)), "\n";
echo throws(fn () => serialize(['locks' => [$lock]])), "\n";
echo throws(fn () => unserialize('O:9:"RedisLock":0:{}')), "\n";
echo throws(fn () => unserialize('C:9:"RedisLock":0:{}')), "\n";
echo throws(fn () => (new ReflectionClass('RedisLock'))->newInstanceWithoutConstructor()), "\n";
eval('class Mine extends RedisLock {}');
--EXPECTF--
bool(true)
Error: Trying to clone an uncloneable object of class RedisLock
Exception: Serialization of 'RedisLock' is not allowed
Exception: Serialization of 'RedisLock' is not allowed
Exception: Unserialization of 'RedisLock' is not allowed
Exception: Unserialization of 'RedisLock' is not allowed
ReflectionException: Class RedisLock is an internal class marked as final that cannot be instantiated without invoking its constructor

Fatal error: Class Mine cannot extend final class RedisLock in %scannot_be_copied_or_extended.php(12) : eval()'d code on line 1
