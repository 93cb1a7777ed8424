--TEST--
On each key of a list the snippet on phpredis and the list exclude each other
--SKIPIF--
<?php
require __DIR__ . '/../interop/peer.inc';
phpredis() ?? die('skip there is no phpredis (Debian: php-redis)');
--FILE--
<?php
require __DIR__ . '/../interop/peer.inc';

$redis = RedisServer::start();
$keys = [test_key('a'), test_key('b'), test_key('c')];
foreach ($keys as $key) {
    $list = new RedisLock($keys, 600, $redis->address());
    $peer = new Peer($redis, $key, ...php_peer('phpredis.inc', ...phpredis()));
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
