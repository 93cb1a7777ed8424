--TEST--
A connected process whose server shows another authority's certificate meanwhile takes no lock with autoRenew; its own session goes on
--FILE--
<?php
require __DIR__ . '/tls.inc';
require __DIR__ . '/../renewal/renewal.inc';

foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    $server = TlsServer::start('--tls-protocols', $version);
    $own = new RedisLock(test_key('own'), 60, $server->address());
    $own->acquire() || exit(1);
    $server->shows((new Authority())->signs('IP:127.0.0.1'));
    echo $said = not_taken($server->redis, $server->address()), "\n";
    var_dump(not_taken($server->redis, $server->address(), 5) === $said, $own->extend(), count($server->sessions()));
    // And with that of the first again all is well.
    $server->shows($server->authority->signs('IP:127.0.0.1'));
    $lock = new RedisLock(test_key('renewed'), 2, $server->address(), autoRenew: true);
    var_dump($lock->acquire(), renewed(1), $lock->release(), $own->release());
}
--EXPECT--
RedisLockConnectionException: could not acquire lock "renewed": 127.0.0.1:PORT: the server's certificate is not signed by an authority in cafile /authority.pem: name the one that has signed it, whose key must be RSA of 2048 to 8192 bits, ECDSA P-256 or P-384, or Ed25519; autoRenew needs a second connection; do not start the guarded work
bool(true)
bool(true)
int(1)
bool(true)
bool(true)
bool(true)
bool(true)
RedisLockConnectionException: could not acquire lock "renewed": 127.0.0.1:PORT: the server's certificate is not signed by an authority in cafile /authority.pem: name the one that has signed it, whose key must be RSA of 2048 to 8192 bits, ECDSA P-256 or P-384, or Ed25519; autoRenew needs a second connection; do not start the guarded work
bool(true)
bool(true)
int(1)
bool(true)
bool(true)
bool(true)
bool(true)
