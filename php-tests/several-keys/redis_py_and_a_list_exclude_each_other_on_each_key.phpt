--TEST--
On each key of a list redis-py's Lock and the list exclude each other
--SKIPIF--
<?php
exec('/usr/bin/python3 -c "import redis.lock" 2>&1', $output, $status);
$status === 0 || die('skip there is no redis-py for /usr/bin/python3 (Debian: python3-redis)');
--FILE--
<?php
require __DIR__ . '/../interop/peer.inc';
each_key_excludes('/usr/bin/python3', __DIR__ . '/../interop/redis_py.py');
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
