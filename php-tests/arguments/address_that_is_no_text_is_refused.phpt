--TEST--
An address that is no UTF-8 is a ValueError and not changed to something else; other bytes of a password are percent-encoded
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

foreach (["redis://\xff", 'redis://%ff', "redis://:p\xff@h", "unix:///\xff"] as $server) {
    echo json_encode($server, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_IGNORE), "\n  ", throws(fn () => new RedisLock('key', server: $server)), "\n";
}
--EXPECT--
"redis://"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must be text: percent-encode other bytes in the password only
"redis://%ff"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must be text: percent-encode other bytes in the password only
"redis://:p@h"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must be text: percent-encode other bytes in the password only
"unix:///"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must be text: percent-encode other bytes in the password only
