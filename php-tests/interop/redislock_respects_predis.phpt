--TEST--
While the snippet on predis holds a key RedisLock is refused and tells who holds it, and its late release leaves that lock alone
--SKIPIF--
<?php
function_exists('filter_var') || die('skip predis needs the extension filter');
is_file('/usr/share/php/Predis/Autoloader.php') || die('skip there is no predis (Debian: php-predis)');
--FILE--
<?php
require __DIR__ . '/peer.inc';
the_peer_holds(new Peer(RedisServer::start(), test_key(), ...php_peer('predis.inc')));
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
