--TEST--
While Laravel's Cache::lock holds, which wakes nobody, a waiter asks by the clock and has the lock soon after its end
--EXTENSIONS--
redislock
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
// Three questions at least: it polls.
$asked = fn (): array => array_column($commands(), 0);
var_dump(eventually(PATIENCE, fn (): bool => count(preg_grep('/^EVAL/', $asked())) >= 3));
$released = now();
var_dump($peer->release());
within(0, acquired_at($waiter) - $released, 0.5, 'the waiter has it soon');
var_dump($peer->acquire(), in_array('BLPOP', $asked(), true));
$waiter->say();
$waiter->wait();
show_what_is_left($redis);
?>
--EXPECT--
bool(true)
bool(true)
the waiter has it soon: yes
bool(false)
bool(false)
left: nothing
