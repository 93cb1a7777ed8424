--TEST--
PHP knows the extension by its name, with a version, six classes and nine settings, and no function
--FILE--
<?php
$extension = new ReflectionExtension('redislock');
echo $extension->getName(), ' ', $extension->getVersion(), "\n";
echo implode(', ', $extension->getClassNames()), "\n";
echo implode(', ', array_keys($extension->getINIEntries())), "\n";
var_dump($extension->getFunctions(), $extension->getConstants(), phpversion('redislock') === $extension->getVersion());
--EXPECTF--
redislock %d.%d.%d
RedisLockException, RedisLockNotAcquiredException, RedisLockDoneException, RedisLockLostException, RedisLockConnectionException, RedisLockServerException, RedisLock
redislock.server, redislock.connect_timeout, redislock.io_timeout, redislock.spin, redislock.tracking, redislock.prefix, redislock.label, redislock.ttl, redislock.report_lost, redislock.events
array(0) {
}
array(0) {
}
bool(true)
