--TEST--
An address with a user and no password is a ValueError, because AUTH needs one
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

foreach (['redis://bob@h', 'redis://bob:@h', 'redis://:@h', 'redis://@h', 'unix://bob@/s'] as $server) {
    echo json_encode($server, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_IGNORE), "\n  ", throws(fn () => new RedisLock('key', server: $server)), "\n";
}
--EXPECT--
"redis://bob@h"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have a password with its user: user:password@, or :password@ for the default user, or user@ with the option password_file=/path
"redis://bob:@h"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have a password with its user: user:password@, or :password@ for the default user, or user@ with the option password_file=/path
"redis://:@h"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have a password with its user: user:password@, or :password@ for the default user, or user@ with the option password_file=/path
"redis://@h"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have a password with its user: user:password@, or :password@ for the default user, or user@ with the option password_file=/path
"unix://bob@/s"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have a password with its user: user:password@, or :password@ for the default user, or user@ with the option password_file=/path
