--TEST--
While RedisLock holds a key the client of docs/protocol.md is refused, and its late release leaves our lock alone
--SKIPIF--
<?php
require __DIR__ . '/protocol_client.inc';
echo skip_without_redis_py();
--FILE--
<?php
require __DIR__ . '/protocol_client.inc';
redislock_holds(protocol_client(RedisServer::start(), test_key()));
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
