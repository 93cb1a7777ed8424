--TEST--
On each key of a list the snippet on phpredis and the list exclude each other
--SKIPIF--
<?php
require __DIR__ . '/../interop/peer.inc';
phpredis() ?? die('skip there is no phpredis (Debian: php-redis)');
--FILE--
<?php
require __DIR__ . '/../interop/peer.inc';
each_key_excludes(...php_peer('phpredis.inc', ...phpredis()));
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
