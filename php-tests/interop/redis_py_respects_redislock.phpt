--TEST--
While RedisLock holds a key redis-py's Lock is refused, and its late release leaves our lock alone
--SKIPIF--
<?php
exec('/usr/bin/python3 -c "import redis.lock" 2>&1', $output, $status);
$status === 0 || die('skip there is no redis-py for /usr/bin/python3 (Debian: python3-redis)');
--FILE--
<?php
require __DIR__ . '/peer.inc';
redislock_holds(new Peer(RedisServer::start(), test_key(), '/usr/bin/python3', __DIR__ . '/redis_py.py'));
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
