--TEST--
A fork while a lock is renewed: the parent's renewal goes on, and the child has no thread
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
is_dir('/proc/self/task') || die('skip threads are counted in /proc');
--FILE--
<?php
require __DIR__ . '/renewal.inc';
require __DIR__ . '/../fork/child.inc';
$redis = RedisServer::start();

$lock = new RedisLock(test_key(), 0.5, $redis->address(), autoRenew: true);
var_dump($lock->acquire(), renewed());
echo in_child(function () use ($lock): void {
    usleep(700_000);
    var_dump(count(scandir('/proc/self/task')) - 2, $lock->remaining(), state($lock));
    var_dump($lock->isHeld(), $lock->extend(), $lock->release());
}), "\n";
var_dump($redis->call('GET', test_key()) === $lock->token(), renewed(2), $lock->release(), counters()['lost']);
--EXPECT--
bool(true)
bool(true)
int(1)
float(0)
string(4) "none"
bool(false)
bool(false)
bool(false)
exit code 0
bool(true)
bool(true)
bool(true)
int(0)
