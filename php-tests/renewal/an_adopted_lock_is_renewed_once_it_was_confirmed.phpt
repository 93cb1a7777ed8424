--TEST--
A lock adopted by its token is renewed from the moment that isHeld() or extend() has said yes, and not before
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

foreach (['isHeld', 'extend'] as $confirm) {
    $redis->call('SET', test_key(), 'given', 'PX', '2000');
    $lock = new RedisLock(test_key(), 0.5, $redis->address(), token: 'given', autoRenew: true);
    $before = RedisLock::stats()['renewed'];
    usleep(300_000);
    echo "$confirm: ", json_encode([RedisLock::stats()['renewed'] - $before, $lock->$confirm()]), "\n";
    // As soon as the key has less than the ttl left.
    $redis->call('PEXPIRE', test_key(), '500');
    usleep(900_000);
    var_dump($redis->call('GET', test_key()), $lock->remaining() > 0);
    unset($lock);
    // It did not take the lock, so its end leaves it; and nobody renews it any more.
    var_dump(eventually(2, fn (): bool => $redis->call('EXISTS', test_key()) === 0));
}
--EXPECT--
isHeld: [0,true]
string(5) "given"
bool(true)
bool(true)
extend: [0,true]
string(5) "given"
bool(true)
bool(true)
