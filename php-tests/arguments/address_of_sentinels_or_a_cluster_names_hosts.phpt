--TEST--
An address of sentinels names hosts and a master, one of a cluster hosts alone; other text is a ValueError
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

$wrong = [
    'redis-sentinel://h', 'redis-sentinel:///m', 'redis-sentinel://h,/m', 'redis-sentinel://h:x/m', 'redis-sentinel://h/m/x',
    'redis-sentinel://h/m?timeout=1', 'redis-sentinel://h/m?sentinel_user=eve', 'redis-cluster://', 'redis-cluster://h/1',
    'redis-cluster://h,g:0',
];
foreach ($wrong as $server) {
    echo $server, "\n  ", preg_replace('/^.*\$server\) /', '', throws(fn () => new RedisLock('key', server: $server))), "\n";
}
new RedisLock('key', server: 'redis-sentinel://:pw@h,[::1]:7/m/2?sentinel_user=eve&sentinel_password=p%40');
new RedisLock('key', server: 'REDIS-CLUSTER://bob:pw@h,g:7/0');
--EXPECT--
redis-sentinel://h
  must name the master as the sentinels do: redis-sentinel://host[:port],host[:port]/master[/database]
redis-sentinel:///m
  must name a host, IPv6 in brackets: redis://[user:password@]host[:port][/database]
redis-sentinel://h,/m
  must name a host, IPv6 in brackets: redis://[user:password@]host[:port][/database]
redis-sentinel://h:x/m
  must have a port from 1 to 65535: redis://[user:password@]host[:port][/database]
redis-sentinel://h/m/x
  must have a database number: redis://host/2 or unix:///path/to.sock?db=2
redis-sentinel://h/m?timeout=1
  must not have other options than password_file, connect_timeout and io_timeout; db with unix://, where others have the database after a slash; for sentinels sentinel_password or sentinel_password_file, with or without sentinel_user; with TLS cafile, local_cert, local_pk, peer_name and verify_peer: redis://host/2?io_timeout=2.5
redis-sentinel://h/m?sentinel_user=eve
  must not have other options than password_file, connect_timeout and io_timeout; db with unix://, where others have the database after a slash; for sentinels sentinel_password or sentinel_password_file, with or without sentinel_user; with TLS cafile, local_cert, local_pk, peer_name and verify_peer: redis://host/2?io_timeout=2.5
redis-cluster://
  must name a host, IPv6 in brackets: redis://[user:password@]host[:port][/database]
redis-cluster://h/1
  must not name a database: a cluster has database 0 alone
redis-cluster://h,g:0
  must have a port from 1 to 65535: redis://[user:password@]host[:port][/database]
