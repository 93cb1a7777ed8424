--TEST--
The ValueError for a list of one invalid key speaks of one key: a framework has made the list
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

foreach ([['login:rl-5'], [''], [str_repeat('x', 65537)], ['a', 'login:rl-5']] as $keys) {
    echo preg_replace('/^.*\$key\) /', '', throws(fn () => new RedisLock($keys))), "\n";
}
--EXPECT--
must not contain ":rl-", which is reserved for the keys beside a lock
must not be empty
must be at most 65536 bytes with redislock.prefix in front, 65537 given
must be a list of keys, and number 2 must not contain ":rl-", which is reserved for the keys beside a lock
