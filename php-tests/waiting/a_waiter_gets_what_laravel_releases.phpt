--TEST--
While Laravel's Cache::lock holds, which wakes no waiter, a waiter sleeps until Redis tells it that the key has gone
--FILE--
<?php
require __DIR__ . '/waiting.inc';
require __DIR__ . '/../interop/peer.inc';
show_a_waiter_that_is_told(new Peer(RedisServer::start(), test_key(), ...php_peer('laravel.inc')));
--EXPECT--
bool(true)
bool(true)
the waiter has it soon: yes
bool(false)
bool(false)
left: nothing
