--TEST--
A waiter that is stopped after it took the signal delays the next by one slice, and is refused when it goes on
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 600, $redis->address());
$lock->acquire() || exit(1);
$first = waiter($redis, $key, '5');
until_blocked($redis);
// It was blocked first, so the signal is its; its slice must not end before the release.
$first->kill('STOP');
$second = waiter($redis, $key);
until_blocked($redis, 2);
$released = now();
$lock->release();
var_dump($redis->call('LLEN', "$key:rl-wake{{$key}}"));
within(0, acquired_at($second) - $released, 2, 'the second has it within a slice');
$first->kill('CONT');
// By now its wait may be over; it asks once more, and the second holds.
echo substr($first->waitForLine(' at '), 0, 7), "\n";
$first->say();
$second->say();
$first->wait();
$second->wait();
show_what_is_left($redis);
--EXPECT--
int(0)
the second has it within a slice: yes
refused
left: nothing
