--TEST--
While RedisLock holds a key Symfony's RedisStore is refused, and its late release leaves our lock alone
--SKIPIF--
<?php
function_exists('filter_var') || die('skip predis needs the extension filter');
is_file('/usr/share/php/Predis/Autoloader.php') || die('skip there is no predis (Debian: php-predis)');
is_file('/usr/share/php/Symfony/Component/Lock/autoload.php') || die('skip there is no Symfony Lock (Debian: php-symfony-lock)');
--FILE--
<?php
require __DIR__ . '/peer.inc';
redislock_holds(new Peer(RedisServer::start(), test_key(), ...php_peer('symfony.inc')));
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
