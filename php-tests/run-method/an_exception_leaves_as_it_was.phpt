--TEST--
An exception leaves run() as the same object, untouched, and the lock is free where it is caught
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 600, $redis->address());

$previous = new LogicException('the reason');
$thrown = new DomainException('the work failed', 42, $previous);
$line = __LINE__ - 1;
try {
    $lock->run(fn () => throw $thrown);
} catch (Throwable $caught) {
    var_dump($caught === $thrown, $redis->call('EXISTS', $key));
}
var_dump($thrown->getMessage(), $thrown->getCode(), $thrown->getPrevious() === $previous);
var_dump($thrown->getLine() === $line, $thrown->getFile() === __FILE__);

echo throws(fn () => $lock->run(fn () => throw new Error('errors too'))), "\n";
echo throws(fn () => $lock->run('strlen')), "\n";
var_dump($redis->call('EXISTS', $key));
--EXPECT--
bool(true)
int(0)
string(15) "the work failed"
int(42)
bool(true)
bool(true)
bool(true)
Error: errors too
TypeError: strlen(): Argument #1 ($string) must be of type string, RedisLock given
int(0)
