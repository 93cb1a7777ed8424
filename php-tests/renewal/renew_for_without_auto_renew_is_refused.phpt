--TEST--
renewFor without autoRenew is a ValueError: nothing would renew the lock; INF, the default, is none
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';
$make = fn (mixed ...$options) => throws(fn () => new RedisLock('k', 10, 'memory:', ...$options));
echo $make(renewFor: 3600), "\n", $make(renewFor: '3600', autoRenew: false), "\n", $make(null, true, false, 0.5), "\n";
echo $make(renewFor: INF), "\n", $make(atLeast: 5), "\n", $make(renewFor: 3600, autoRenew: true), "\n";
--EXPECT--
ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be left out without autoRenew: true, because nothing is renewed then
ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be left out without autoRenew: true, because nothing is renewed then
ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be left out without autoRenew: true, because nothing is renewed then
nothing was thrown
nothing was thrown
nothing was thrown
