--TEST--
On each permit of a key redis-py's Lock and a lock exclude each other
--SKIPIF--
<?php
exec('/usr/bin/python3 -c "import redis.lock" 2>&1', $output, $status);
$status === 0 || die('skip there is no redis-py for /usr/bin/python3 (Debian: python3-redis)');
--FILE--
<?php
require __DIR__ . '/../interop/peer.inc';

$redis = RedisServer::start();
$key = test_key();
$make = fn (): RedisLock => new RedisLock($key, 600, $redis->address(), permits: 3);
foreach ([$key, "$key:rl-permit-2{{$key}}", "$key:rl-permit-3{{$key}}"] as $permit) {
    $peer = new Peer($redis, $permit, '/usr/bin/python3', __DIR__ . '/../interop/redis_py.py');
    say('the peer acquires', $peer->acquire());
    $locks = [$make(), $make(), $make()];
    echo 'of three: ', count(array_filter(array_map(fn (RedisLock $lock) => $lock->acquire(), $locks))), "\n";
    say('the peer releases', $peer->release());
    say('the third acquires', $locks[2]->acquire());
    say('the peer acquires', $peer->acquire());
    array_map(fn (RedisLock $lock) => $lock->release(), $locks);
}
--EXPECT--
the peer acquires: yes
of three: 2
the peer releases: yes
the third acquires: yes
the peer acquires: no
the peer acquires: yes
of three: 2
the peer releases: yes
the third acquires: yes
the peer acquires: no
the peer acquires: yes
of three: 2
the peer releases: yes
the third acquires: yes
the peer acquires: no
