--TEST--
On each permit of a key the snippet on phpredis and a lock exclude each other
--SKIPIF--
<?php
require __DIR__ . '/../interop/peer.inc';
phpredis() ?? die('skip there is no phpredis (Debian: php-redis)');
--FILE--
<?php
require __DIR__ . '/../interop/peer.inc';
each_permit_excludes(...php_peer('phpredis.inc', ...phpredis()));
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
