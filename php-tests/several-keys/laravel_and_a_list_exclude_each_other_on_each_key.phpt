--TEST--
On each key of a list Laravel's Cache::lock and the list exclude each other
--FILE--
<?php
require __DIR__ . '/../interop/peer.inc';
each_key_excludes(...php_peer('laravel.inc'));
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
