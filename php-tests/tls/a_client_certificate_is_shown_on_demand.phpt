--TEST--
A server that demands a client certificate is shown that of local_cert; without one the exception says so, and nothing ran
--FILE--
<?php
require __DIR__ . '/tls.inc';

foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    $server = TlsServer::start('--tls-protocols', $version, '--tls-auth-clients', 'yes');
    echo throws(fn () => (new RedisLock(test_key(), 10, $server->address()))->acquire()), "\n";
    var_dump($server->redis->call('EXISTS', test_key()));
    [$cert, $key] = $server->authority->signs();
    var_dump((new RedisLock(test_key(), 10, $server->address("&local_cert=$cert&local_pk=$key")))->acquire());
}
--EXPECTF--
RedisLockConnectionException: could not acquire lock "a_client_certificate_is_shown_on_demand-%d": 127.0.0.1:%d: the server demands a client certificate: name it by local_cert=/path/to/cert.pem in the address, and its key by local_pk; do not start the guarded work
int(0)
bool(true)
RedisLockConnectionException: could not acquire lock "a_client_certificate_is_shown_on_demand-%d": 127.0.0.1:%d: the server demands a client certificate: name it by local_cert=/path/to/cert.pem in the address, and its key by local_pk; do not start the guarded work
int(0)
bool(true)
