--TEST--
An address starts with redis://, rediss:// or unix:// and names a host; other text is a ValueError
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

foreach (['', 'localhost', 'http://h', 'redis:/h', 'rediss:/h', 'redis://', 'redis://:6379', 'redis:///2', 'redis://[::1'] as $server) {
    echo json_encode($server, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_IGNORE), "\n  ", throws(fn () => new RedisLock('key', server: $server)), "\n";
}
--EXPECT--
""
  ValueError: RedisLock::__construct(): Argument #3 ($server) must start with redis://, rediss://, unix://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://, or be memory: in a test
"localhost"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must start with redis://, rediss://, unix://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://, or be memory: in a test
"http://h"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must start with redis://, rediss://, unix://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://, or be memory: in a test
"redis:/h"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must start with redis://, rediss://, unix://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://, or be memory: in a test
"rediss:/h"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must start with redis://, rediss://, unix://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://, or be memory: in a test
"redis://"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must name a host, IPv6 in brackets: redis://[user:password@]host[:port][/database]
"redis://:6379"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must name a host, IPv6 in brackets: redis://[user:password@]host[:port][/database]
"redis:///2"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must name a host, IPv6 in brackets: redis://[user:password@]host[:port][/database]
"redis://[::1"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must name a host, IPv6 in brackets: redis://[user:password@]host[:port][/database]
