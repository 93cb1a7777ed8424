--TEST--
While redis-py's Lock holds a key RedisLock is refused and tells who holds it, and its late release leaves that lock alone
--SKIPIF--
<?php
exec('/usr/bin/python3 -c "import redis.lock" 2>&1', $output, $status);
$status === 0 || die('skip there is no redis-py for /usr/bin/python3 (Debian: python3-redis)');
--FILE--
<?php
require __DIR__ . '/peer.inc';
the_peer_holds(new Peer(RedisServer::start(), test_key(), '/usr/bin/python3', __DIR__ . '/redis_py.py'));
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
