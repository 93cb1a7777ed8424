--TEST--
Each file that an address names must be within open_basedir, whatever its option; then it works
--FILE--
<?php
require __DIR__ . '/tls.inc';

$server = TlsServer::start('--tls-auth-clients', 'yes');
[$cert, $key] = $server->authority->signs();
ini_set('open_basedir', $server->authority->folder);
foreach (['cafile=/etc/ca.pem', "local_cert=$cert/../../c.pem", "local_cert=$cert&local_pk=/etc/k.pem"] as $options) {
    echo throws(fn () => new RedisLock('key', 10, "rediss://127.0.0.1:$server->port?$options")), "\n";
}
var_dump((new RedisLock(test_key(), 10, $server->address("&local_cert=$cert&local_pk=$key")))->acquire());
--EXPECT--
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
ValueError: RedisLock::__construct(): Argument #3 ($server) must name only sockets and files within open_basedir
bool(true)
