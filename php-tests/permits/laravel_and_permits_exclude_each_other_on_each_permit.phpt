--TEST--
On each permit of a key Laravel's Cache::lock and a lock exclude each other
--FILE--
<?php
require __DIR__ . '/../interop/peer.inc';
each_permit_excludes(...php_peer('laravel.inc'));
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
