--TEST--
An unknown, doubled or relative option of TLS, or one that is no switch, is a ValueError; percent-encoded ones are decoded
--FILE--
<?php
require __DIR__ . '/tls.inc';

$wrong = [
    'rediss://h?s3cret=1', 'rediss://h?', 'rediss://h?cafile=/a&cafile=/a', 'rediss://h?verify_peer=true', 'rediss://h?cafile=ca.pem',
    'rediss://h?peer_name=', 'rediss://h?local_pk=/k', 'redis://h?cafile=/a', 'rediss://h?cafile=%ff',
];
foreach ($wrong as $address) {
    echo "$address\n  ", throws(fn () => new RedisLock('key', server: $address)), "\n";
}
$server = TlsServer::start();
rename($server->authority->cafile, $odd = "{$server->authority->folder}/a b&c.pem");
$address = "rediss://127.0.0.1:$server->port/1?peer%5fname=x&cafile=" . rawurlencode($odd);
echo throws(fn () => new RedisLock('key', server: $address)) === 'nothing was thrown' ? "taken\n" : "names are not decoded\n";
var_dump((new RedisLock('key', 10, str_replace('peer%5fname=x&', '', $address)))->acquire());
--EXPECT--
rediss://h?s3cret=1
  ValueError: RedisLock::__construct(): Argument #3 ($server) must not have other options than password_file, connect_timeout and io_timeout; db with unix://, where others have the database after a slash; for sentinels sentinel_password or sentinel_password_file, with or without sentinel_user; with TLS cafile, local_cert, local_pk, peer_name and verify_peer: redis://host/2?io_timeout=2.5
rediss://h?
  ValueError: RedisLock::__construct(): Argument #3 ($server) must not have other options than password_file, connect_timeout and io_timeout; db with unix://, where others have the database after a slash; for sentinels sentinel_password or sentinel_password_file, with or without sentinel_user; with TLS cafile, local_cert, local_pk, peer_name and verify_peer: redis://host/2?io_timeout=2.5
rediss://h?cafile=/a&cafile=/a
  ValueError: RedisLock::__construct(): Argument #3 ($server) must not have the option cafile twice
rediss://h?verify_peer=true
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have verify_peer=1, which is the default, or verify_peer=0
rediss://h?cafile=ca.pem
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have an absolute path in the option cafile: cafile=/path/to/file
rediss://h?peer_name=
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have a host name or an IP address in the option peer_name
rediss://h?local_pk=/k
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have the option local_cert beside local_pk
redis://h?cafile=/a
  ValueError: RedisLock::__construct(): Argument #3 ($server) must not have the option cafile without TLS: TLS options need rediss://, rediss-sentinel:// or rediss-cluster://
rediss://h?cafile=%ff
  ValueError: RedisLock::__construct(): Argument #3 ($server) must have an absolute path in the option cafile: cafile=/path/to/file
names are not decoded
bool(true)
