--TEST--
A port from 1 to 65535 and a database number are read from an address; anything else in their place is a ValueError
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

foreach (['redis://h:0', 'redis://h:65536', 'redis://h:port', 'redis://h:', 'redis://h:-1', 'redis://[::1]6379',
    'redis://h/two', 'redis://h/-1', 'redis://h/1/2', 'redis://h?db=1', 'unix:///s?db=x', 'unix:///s?timeout=1'] as $server) {
    echo json_encode($server, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_IGNORE), "\n  ", throws(fn () => new RedisLock('key', server: $server)), "\n";
}
--EXPECT--
"redis://h:0"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have a port from 1 to 65535: redis://[user:password@]host[:port][/database]
"redis://h:65536"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have a port from 1 to 65535: redis://[user:password@]host[:port][/database]
"redis://h:port"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have a port from 1 to 65535: redis://[user:password@]host[:port][/database]
"redis://h:"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have a port from 1 to 65535: redis://[user:password@]host[:port][/database]
"redis://h:-1"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have a port from 1 to 65535: redis://[user:password@]host[:port][/database]
"redis://[::1]6379"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have a port from 1 to 65535: redis://[user:password@]host[:port][/database]
"redis://h/two"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have a database number: redis://host/2 or unix:///path/to.sock?db=2
"redis://h/-1"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have a database number: redis://host/2 or unix:///path/to.sock?db=2
"redis://h/1/2"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have a database number: redis://host/2 or unix:///path/to.sock?db=2
"redis://h?db=1"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must not have other options than password_file, connect_timeout and io_timeout; db with unix://, where others have the database after a slash; for sentinels sentinel_password or sentinel_password_file, with or without sentinel_user; with TLS cafile, local_cert, local_pk, peer_name and verify_peer: redis://host/2?io_timeout=2.5
"unix:///s?db=x"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have a database number: redis://host/2 or unix:///path/to.sock?db=2
"unix:///s?timeout=1"
  ValueError: RedisLock::__construct(): Argument #3 ($server) must not have other options than password_file, connect_timeout and io_timeout; db with unix://, where others have the database after a slash; for sentinels sentinel_password or sentinel_password_file, with or without sentinel_user; with TLS cafile, local_cert, local_pk, peer_name and verify_peer: redis://host/2?io_timeout=2.5
