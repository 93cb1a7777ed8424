--TEST--
Messages show a key escaped and cut to 64 bytes, because it may come from a stranger
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

$address = 'redis://127.0.0.1:' . free_port();
foreach (["a\r\nb\t\"c\"\\'", "\0\x1b[31m\xff\u{e4}", '%s %n %1$s', str_repeat('x', 64), str_repeat('y', 65), str_repeat("\0", 65)] as $key) {
    echo preg_replace('/ 127.*/', '', throws(fn () => (new RedisLock($key, 10, $address))->acquire())), "\n";
}
--EXPECT--
RedisLockConnectionException: could not acquire lock "a\r\nb\t\"c\"\\\'":
RedisLockConnectionException: could not acquire lock "\x00\x1b[31m\xff\xc3\xa4":
RedisLockConnectionException: could not acquire lock "%s %n %1$s":
RedisLockConnectionException: could not acquire lock "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx":
RedisLockConnectionException: could not acquire lock "yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy...":
RedisLockConnectionException: could not acquire lock "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00...":
