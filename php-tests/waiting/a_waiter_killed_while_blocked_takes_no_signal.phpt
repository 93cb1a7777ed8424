--TEST--
A waiter that is killed while it is blocked takes no signal with it: the next one is woken at once
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 600, $redis->address());
$lock->acquire() || exit(1);
$first = waiter($redis, $key);
until_blocked($redis);
$second = waiter($redis, $key);
until_blocked($redis, 2);
$first->kill();
until_blocked($redis, 1);
$released = now();
$lock->release();
within(0, acquired_at($second) - $released, 0.5, 'the second was woken at once');
$second->say();
$second->wait();
show_what_is_left($redis);
--EXPECT--
the second was woken at once: yes
left: nothing
