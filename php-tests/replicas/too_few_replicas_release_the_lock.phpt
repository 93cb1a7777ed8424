--TEST--
With fewer replicas than requested acquire() throws with both numbers, and the lock is free
--FILE--
<?php
require __DIR__ . '/replica.inc';
$master = master();
$replica = replica_of($master);

$lock = new RedisLock(test_key(), 10, $master->address(), fence: true, replicas: 2);
$asks = [fn () => $lock->acquire(), fn () => $lock->acquire(5), fn () => $lock->run(fn () => print("called\n"))];
foreach ($asks as $ask) {
    echo str_replace([test_key(), (string) $master->port], ['KEY', 'PORT'], throws($ask)), "\n";
    var_dump($master->call('EXISTS', test_key()), $lock->fence(), $lock->remaining());
}
var_dump(RedisLock::stats()['acquired'], RedisLock::stats()['failed']);
--EXPECT--
RedisLockServerException: could not acquire lock "KEY": 127.0.0.1:PORT: NOREPLICAS: 1 of 2 replicas confirmed the write within 0.85 s; the lock was released; check the replication
int(0)
NULL
float(0)
RedisLockServerException: could not acquire lock "KEY": 127.0.0.1:PORT: NOREPLICAS: 1 of 2 replicas confirmed the write within 0.85 s; the lock was released; check the replication
int(0)
NULL
float(0)
RedisLockServerException: could not acquire lock "KEY": 127.0.0.1:PORT: NOREPLICAS: 1 of 2 replicas confirmed the write within 0.85 s; the lock was released; check the replication
int(0)
NULL
float(0)
int(0)
int(3)
