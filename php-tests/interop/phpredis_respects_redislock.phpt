--TEST--
While RedisLock holds a key the snippet on phpredis is refused, and its late release leaves our lock alone
--SKIPIF--
<?php
require __DIR__ . '/peer.inc';
phpredis() ?? die('skip there is no phpredis (Debian: php-redis)');
--FILE--
<?php
require __DIR__ . '/peer.inc';
redislock_holds(new Peer(RedisServer::start(), test_key(), ...php_peer('phpredis.inc', ...phpredis())));
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
