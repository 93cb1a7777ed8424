--TEST--
Messages name the node as host and port or as the path of its socket, without user, password and database
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

$port = free_port();
foreach (["redis://bob:s3cret@127.0.0.1:$port/2", "redis://localhost:$port", "redis://[::1]:$port", 'unix://bob:s3cret@/no/such.sock?db=3', 'unix:///no/such%20%0a.sock'] as $address) {
    echo str_replace("$port", 'PORT', throws(fn () => (new RedisLock('orders:42', 10, $address))->acquire())), "\n";
}
--EXPECTF--
RedisLockConnectionException: could not acquire lock "orders:42": 127.0.0.1:PORT: connection refused; do not start the guarded work
RedisLockConnectionException: could not acquire lock "orders:42": localhost:PORT: connection refused; do not start the guarded work
RedisLockConnectionException: could not acquire lock "orders:42": [::1]:PORT: %s; do not start the guarded work
RedisLockConnectionException: could not acquire lock "orders:42": /no/such.sock: there is no such socket; do not start the guarded work
RedisLockConnectionException: could not acquire lock "orders:42": /no/such \n.sock: there is no such socket; do not start the guarded work
