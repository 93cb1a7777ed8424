--TEST--
Invalid addresses, ttls, waits and names are refused with Symfony's exceptions and RedisLock's words
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Key;

chain(fn () => new RedisLockStore('localhost'));
chain(fn () => new RedisLockStore(['redis://a', 'redis://b']));
chain(fn () => new RedisLockStore(null, 0));
chain(fn () => new RedisLockStore(initialTtl: -1));
chain(fn () => new RedisLockStore(wait: -1));
chain(fn () => new RedisLockStore(wait: NAN));
chain(fn () => new RedisLockStore(renewFor: -1));
chain(fn () => new RedisLockStore(permits: 0));
chain(fn () => new RedisLockStore(atLeast: 301));
chain(fn () => new RedisLockStore(initialTtl: INF, renewFor: 60));
$store = new RedisLockStore();
chain(fn () => $store->save(new Key('')));
chain(fn () => $store->save(new Key('a:rl-wake')));
$redis = RedisServer::start();
$lock = locks($redis)->createLock(test_key(), 10);
$lock->acquire() || exit(1);
chain(fn () => $lock->refresh(NAN));
var_dump($lock->isAcquired());
--EXPECTREGEX--
InvalidArgumentException: RedisLock::__construct\(\): Argument #3 \(\$server\) .*
  ValueError: .*
InvalidArgumentException: RedisLock::__construct\(\): Argument #3 \(\$server\) .*
  ValueError: .*
InvalidTtlException: RedisLock::__construct\(\): Argument #2 \(\$ttl\) .*0 given
  ValueError: .*
InvalidTtlException: RedisLock::__construct\(\): Argument #2 \(\$ttl\) .*-1 given
  ValueError: .*
InvalidArgumentException: .*Argument #3 \(\$wait\) must be at least 0 seconds, -1 given\.
InvalidArgumentException: .*Argument #3 \(\$wait\) must be at least 0 seconds, NAN given\.
InvalidArgumentException: .*Argument #4 \(\$renewFor\) must be at least 0 seconds, -1 given\.
InvalidArgumentException: RedisLock::__construct\(\): Argument #10 \(\$permits\) .*
  ValueError: .*
InvalidArgumentException: RedisLock::__construct\(\): Argument #11 \(\$atLeast\) .*
  ValueError: .*
InvalidArgumentException: RedisLock::__construct\(\): Argument #6 \(\$autoRenew\) .*
  ValueError: .*
InvalidArgumentException: RedisLock::__construct\(\): Argument #1 \(\$key\) .*
  ValueError: .*
InvalidArgumentException: RedisLock::__construct\(\): Argument #1 \(\$key\) .*
  ValueError: .*
LockAcquiringException: Failed to define an expiration for the .* lock\.
  InvalidTtlException: RedisLock::extend\(\): Argument #1 \(\$ttl\) .*
    ValueError: .*
bool\(true\)
