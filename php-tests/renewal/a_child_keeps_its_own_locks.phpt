--TEST--
A forked child that takes a lock with autoRenew has it kept by a thread of its own; also on the object it inherited
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
$idle = new RedisLock(test_key('-idle'), 0.5, $redis->address(), autoRenew: true);
var_dump($lock->acquire());
echo in_child(function () use ($idle, $redis): void {
    $own = new RedisLock(test_key('-own'), 0.5, $redis->address(), autoRenew: true);
    var_dump($own->acquire(), $idle->acquire());
    usleep(1_300_000);
    var_dump($redis->call('GET', test_key('-own')) === $own->token(), $redis->call('GET', test_key('-idle')) === $idle->token());
    var_dump(count(renewal_threads(getmypid())), RedisLock::stats()['lost']);
}), "\n";
// The child has released its two, and the parent's stands.
var_dump($redis->call('DBSIZE'), $lock->release());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(1)
int(0)
exit code 0
int(1)
bool(true)
