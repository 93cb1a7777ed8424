--TEST--
The address of a unix socket names an absolute path that fits into one; anything else is a ValueError
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

foreach (['unix://', 'unix:///', 'unix://run/r.sock', 'unix:///a%00b', "unix:///a\0b", 'unix:///' . str_repeat('x', 107)] as $server) {
    echo json_encode($server, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_IGNORE), "\n  ", throws(fn () => new RedisLock('key', server: $server)), "\n";
}
--EXPECT--
"unix://"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must name an absolute path of at most 107 bytes: unix:///path/to.sock
"unix:///"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must name an absolute path of at most 107 bytes: unix:///path/to.sock
"unix://run/r.sock"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must name an absolute path of at most 107 bytes: unix:///path/to.sock
"unix:///a%00b"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must name an absolute path of at most 107 bytes: unix:///path/to.sock
"unix:///a\u0000b"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must name an absolute path of at most 107 bytes: unix:///path/to.sock
"unix:///xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must name an absolute path of at most 107 bytes: unix:///path/to.sock
