--TEST--
While the client of docs/protocol.md holds a key RedisLock is refused and tells who holds it, and its late release leaves that lock alone
--SKIPIF--
<?php
require __DIR__ . '/protocol_client.inc';
echo skip_without_redis_py();
--FILE--
<?php
require __DIR__ . '/protocol_client.inc';
the_peer_holds(protocol_client(RedisServer::start(), test_key()));
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
