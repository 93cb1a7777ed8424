--TEST--
A server that is not trusted, or whose TLS cannot be set up, is a RedisLockConnectionException that says what to do, and shows no password
--FILE--
<?php
require __DIR__ . '/tls.inc';

$server = TlsServer::showing('DNS:redis.lan');
$login = fn (string $address): string => str_replace('://', '://bob:s3cret@', $address);
$addresses = [
    $server->address(),
    "rediss://127.0.0.1:$server->port",
    "rediss://127.0.0.1:$server->port?cafile=/nowhere/ca.pem",
];
foreach ($addresses as $address) {
    echo throws(fn () => (new RedisLock('key', 10, $login($address)))->acquire()), "\n";
}
$server->redis->call('ACL', 'SETUSER', 'bob', 'on', '>s3cret', '~*', '+@all');
foreach (['&peer_name=redis.lan', '&verify_peer=0'] as $more) {
    var_dump((new RedisLock('key', 10, $login($server->address($more))))->acquire());
    $server->redis->call('DEL', 'key');
}
--EXPECTF--
RedisLockConnectionException: could not acquire lock "key": 127.0.0.1:%d: the server's certificate is for redis.lan, not for 127.0.0.1: connect by its name, or add peer_name=redis.lan to the address; do not start the guarded work
RedisLockConnectionException: could not acquire lock "key": 127.0.0.1:%d: the server's certificate is self-signed, or signed by an authority that this system does not trust: name that authority's certificate by cafile=/path/to/ca.pem in the address; do not start the guarded work
RedisLockConnectionException: could not acquire lock "key": 127.0.0.1:%d: cafile /nowhere/ca.pem cannot be read: there is no such file; do not start the guarded work
bool(true)
bool(true)
