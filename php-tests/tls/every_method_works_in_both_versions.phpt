--TEST--
Every method works over TLS 1.2 and 1.3, all on one connection
--FILE--
<?php
require __DIR__ . '/tls.inc';

foreach (['TLSv1.2', 'TLSv1.3'] as $version) {
    $server = TlsServer::start('--tls-protocols', $version);
    $lock = new RedisLock(test_key(), 10, $server->address(), fence: true);
    $other = new RedisLock(test_key(), 10, $server->address());
    $answers = [
        $lock->acquire(), $other->acquire(), $lock->extend(20), $lock->isHeld(), $other->isLocked(), $lock->fence() > 0,
        $other->holder() === $lock->token(), $lock->release(), $other->acquire(0.1), $lock->forceRelease(),
        $lock->run(fn () => 'done'),
    ];
    echo "$version ", json_encode($answers), ' ', count($server->sessions()), " connection\n";
}
--EXPECT--
TLSv1.2 [true,false,true,true,true,true,true,true,true,true,"done"] 1 connection
TLSv1.3 [true,false,true,true,true,true,true,true,true,true,"done"] 1 connection
