--TEST--
While Laravel's Cache::lock holds a key RedisLock is refused and tells who holds it, and its late release leaves that lock alone
--FILE--
<?php
require __DIR__ . '/peer.inc';
the_peer_holds(new Peer(RedisServer::start(), test_key(), ...php_peer('laravel.inc')));
--EXPECT--
the peer acquires: yes
RedisLock acquires: no
isLocked: yes
holder is what GET tells: yes
the peer releases: yes
isLocked: no
holder is null: yes
RedisLock acquires: yes
it is removed by force, the peer acquires: yes
RedisLock extends: no
RedisLock releases: no
the peer's lock is as it was: yes
the peer releases: yes
