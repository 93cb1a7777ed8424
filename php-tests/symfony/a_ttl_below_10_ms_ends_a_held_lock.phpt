--TEST--
putOffExpiration() of a held lock by less than 10 ms is an expired lock, and releases it; also in a CombinedStore
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\{Key, Store\CombinedStore, Strategy\UnanimousStrategy};

$redis = RedisServer::start();
$store = new RedisLockStore($redis->address());
foreach ([$store, new CombinedStore([$store], new UnanimousStrategy())] as $one) {
    foreach ([0.009, 1e-6, -1.0] as $ttl) {
        $one->save($key = new Key(test_key()));
        chain(fn () => $one->putOffExpiration($key, $ttl));
        var_dump($one->exists($key), $key->isExpired(), $redis->call('EXISTS', test_key()));
    }
}
--EXPECTREGEX--
LockExpiredException: .* a ttl of .* seconds is over before a reply comes, 0\.01 are the least\.
bool\(false\)
bool\(true\)
int\(0\)
LockExpiredException: .* a ttl of .* seconds is over before a reply comes, 0\.01 are the least\.
bool\(false\)
bool\(true\)
int\(0\)
LockExpiredException: .* a ttl of .* seconds is over before a reply comes, 0\.01 are the least\.
bool\(false\)
bool\(true\)
int\(0\)
LockExpiredException: Failed to store the .* lock\.
bool\(false\)
bool\(true\)
int\(0\)
LockExpiredException: Failed to store the .* lock\.
bool\(false\)
bool\(true\)
int\(0\)
LockExpiredException: Failed to store the .* lock\.
bool\(false\)
bool\(true\)
int\(0\)
