--TEST--
While Laravel's Cache::lock holds, which wakes no waiter, a waiter sleeps until Redis tells it that the key has gone
--FILE--
<?php
require __DIR__ . '/waiting.inc';
require __DIR__ . '/../interop/peer.inc';

$redis = RedisServer::start();
$key = test_key();
$peer = new Peer($redis, $key, ...php_peer('laravel.inc'));
$peer->acquire() || exit(1);
$commands = $redis->monitor();
$waiter = waiter($redis, $key);
$asked = fn (): array => array_column($commands(), 0);
until_told($redis, 1);
usleep(1_500_000);
// Two at the start and one after a second; one that polls asks fifteen times.
var_dump(count(preg_grep('/^EVAL/', $asked())) <= 6);
$released = now();
var_dump($peer->release());
within(0, acquired_at($waiter) - $released, 0.5, 'the waiter has it soon');
var_dump($peer->acquire(), in_array('BLPOP', $asked(), true));
until_told($redis, 0);
$waiter->say();
$waiter->wait();
show_what_is_left($redis);
--EXPECT--
bool(true)
bool(true)
the waiter has it soon: yes
bool(false)
bool(false)
left: nothing
