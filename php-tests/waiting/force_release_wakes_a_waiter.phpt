--TEST--
forceRelease() wakes a waiter at once, as a release does
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$key = test_key();
$holder = holder($redis, $key, end: 'var_dump($lock->release());');
$waiter = waiter($redis, $key);
until_blocked($redis);
$released = now();
var_dump((new RedisLock($key, server: $redis->address()))->forceRelease());
within(0, acquired_at($waiter) - $released, 0.5, 'the waiter was woken at once');
$holder->say();
echo $holder->wait()->out;
$waiter->say();
$waiter->wait();
show_what_is_left($redis);
--EXPECT--
bool(true)
the waiter was woken at once: yes
held
bool(false)
left: nothing
