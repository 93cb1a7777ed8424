--TEST--
While RedisLock holds a key Laravel's Cache::lock is refused, and its late release leaves our lock alone
--FILE--
<?php
require __DIR__ . '/peer.inc';
redislock_holds(new Peer(RedisServer::start(), test_key(), ...php_peer('laravel.inc')));
--EXPECT--
RedisLock acquires: yes
the peer acquires: no
holder is our token: yes
isHeld: yes
RedisLock releases: yes
the peer acquires: yes
it is removed by force, RedisLock acquires: yes
the peer releases: no
isHeld: yes
RedisLock releases: yes
the key is gone: yes
