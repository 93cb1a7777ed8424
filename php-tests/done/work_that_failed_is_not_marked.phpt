--TEST--
A callback that throws, exits or loses its lock leaves no marker; its work may be done again
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
try {
    $lock->run(fn () => throw new DomainException('no money'), doneFor: 60);
} catch (DomainException $thrown) {
    echo $thrown->getMessage(), "\n";
}
var_dump($lock->isLocked());
$code = '(new RedisLock(' . var_export(test_key(), true) . ', 10, ' . var_export($redis->address(), true) . '))->run(fn () => exit(3), doneFor: 60);';
exec(implode(' ', array_map(escapeshellarg(...), php_under_test('-n', '-r', $code))));
var_dump($lock->isLocked());
try {
    $lock->run(fn () => $redis->call('SET', test_key(), 'another'), doneFor: 60);
} catch (RedisLockLostException) {
    var_dump($redis->call('GET', test_key()), $lock->isDone());
}
--EXPECT--
no money
bool(false)
bool(false)
string(7) "another"
bool(false)
