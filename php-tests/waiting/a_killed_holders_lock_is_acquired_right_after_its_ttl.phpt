--TEST--
A waiter gets the lock of a holder that was killed right after the ttl has ended, and not before
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$key = test_key();
// Within a slice, and in the middle of the second one.
foreach ([0.7, 1.5] as $ttl) {
    $holder = holder($redis, $key, $ttl);
    $waiter = waiter($redis, $key);
    until_blocked($redis);
    $expires = (floor(microtime(true) * 1000) + $redis->call('PTTL', $key)) / 1000;
    $holder->kill();
    $acquired = (float) explode(' = ', $waiter->waitForLine('acquired'))[1];
    within(0, $acquired - $expires, 0.25, "a ttl of $ttl s");
    $waiter->say();
    $waiter->wait();
}
--EXPECT--
a ttl of 0.7 s: yes
a ttl of 1.5 s: yes
