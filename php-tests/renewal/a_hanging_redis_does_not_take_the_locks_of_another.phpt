--TEST--
Three silent Redis cost no lock on another, though a request may take as long as its ttl
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

// io_timeout is the default, 1 s: one question that is not answered takes longer than what is left when it is due.
$lock = new RedisLock(test_key(), 1, $redis->address(), autoRenew: true);
var_dump($lock->acquire());
foreach ([1, 2, 3] as $number) {
    $hanging[] = $server = RedisServer::start();
    foreach (['a', 'b'] as $name) {
        $others[] = $other = new RedisLock(test_key($name), 1, $server->address(), autoRenew: true, autoRelease: false);
        $other->acquire() || print("not acquired\n");
    }
}
foreach ($hanging as $server) {
    $server->suspend();
}
usleep(3_500_000);
var_dump($redis->call('GET', test_key()) === $lock->token(), $lock->remaining() > 0);
foreach ($hanging as $server) {
    $server->resume();
}
--EXPECT--
bool(true)
bool(true)
bool(true)
