--TEST--
While RedisLock holds a key the snippet on predis is refused, and its late release leaves our lock alone
--SKIPIF--
<?php
function_exists('filter_var') || die('skip predis needs the extension filter');
is_file('/usr/share/php/Predis/Autoloader.php') || die('skip there is no predis (Debian: php-predis)');
--FILE--
<?php
require __DIR__ . '/peer.inc';
redislock_holds(new Peer(RedisServer::start(), test_key(), ...php_peer('predis.inc')));
--EXPECT--
RedisLock acquires: yes
the peer acquires: no
holder is our token: yes
isHeld: yes
RedisLock releases: yes
the peer acquires: yes
it is removed by force, RedisLock acquires: yes
the peer releases: no
isHeld: yes
RedisLock releases: yes
the key is gone: yes
