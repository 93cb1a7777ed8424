--TEST--
On each permit of a key redis-py's Lock and a lock exclude each other
--SKIPIF--
<?php
exec('/usr/bin/python3 -c "import redis.lock" 2>&1', $output, $status);
$status === 0 || die('skip there is no redis-py for /usr/bin/python3 (Debian: python3-redis)');
--FILE--
<?php
require __DIR__ . '/../interop/peer.inc';
each_permit_excludes('/usr/bin/python3', __DIR__ . '/../interop/redis_py.py');
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
