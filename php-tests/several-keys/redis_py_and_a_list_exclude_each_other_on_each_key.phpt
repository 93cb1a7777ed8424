--TEST--
On each key of a list redis-py's Lock and the list exclude each other
--SKIPIF--
<?php
exec('/usr/bin/python3 -c "import redis.lock" 2>&1', $output, $status);
$status === 0 || die('skip there is no redis-py for /usr/bin/python3 (Debian: python3-redis)');
--FILE--
<?php
require __DIR__ . '/../interop/peer.inc';

$redis = RedisServer::start();
$keys = [test_key('a'), test_key('b'), test_key('c')];
foreach ($keys as $key) {
    $list = new RedisLock($keys, 600, $redis->address());
    $peer = new Peer($redis, $key, '/usr/bin/python3', __DIR__ . '/../interop/redis_py.py');
    say('the peer acquires', $peer->acquire());
    say('the list acquires', $list->acquire());
    say('the peer releases', $peer->release());
    say('the list acquires', $list->acquire());
    say('the peer acquires', $peer->acquire());
    say('the list releases', $list->release());
}
--EXPECT--
the peer acquires: yes
the list acquires: no
the peer releases: yes
the list acquires: yes
the peer acquires: no
the list releases: yes
the peer acquires: yes
the list acquires: no
the peer releases: yes
the list acquires: yes
the peer acquires: no
the list releases: yes
the peer acquires: yes
the list acquires: no
the peer releases: yes
the list acquires: yes
the peer acquires: no
the list releases: yes
