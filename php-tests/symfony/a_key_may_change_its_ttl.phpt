--TEST--
A key that was used with one ttl and is used with another lives for the new one: after a release, a no, a loss, an expiry
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use Symfony\Component\Lock\Key;

$redis = RedisServer::start();
$locks = locks($redis);
$ttl_after = function (string $what, ?float $first, ?float $then, callable $between) use ($redis, $locks): void {
    $key = new Key(test_key());
    $before = $locks->createLockFromKey($key, $first, false);
    $between($before);
    $after = $locks->createLockFromKey($key, $then, false);
    var_dump($after->acquire(true));
    printf("%s: %.0f seconds\n", $what, $redis->call('PTTL', test_key()) / 1000);
    within(0, $redis->call('PTTL', test_key()) / 1000 - $after->getRemainingLifetime(), 1.2, 'told');
    $after->release();
};
$ttl_after('released', null, 2, fn ($lock) => $lock->acquire() && $lock->release());
$ttl_after('released', 2, null, fn ($lock) => $lock->acquire() && $lock->release());
$ttl_after('lost', null, 2, fn ($lock) => $lock->acquire() && $redis->call('DEL', test_key()));
$ttl_after('expired', 0.05, 20, fn ($lock) => $lock->acquire() && eventually(PATIENCE, $lock->isExpired(...)));
$ttl_after('held by another', null, 2, function ($lock) use ($redis): void {
    $redis->call('SET', test_key(), 'another', 'PX', '50');
    var_dump($lock->acquire());
});
// What a key holds is prolonged, never shortened.
$ttl_after('held', 2, 20, fn ($lock) => $lock->acquire());
--EXPECT--
bool(true)
released: 2 seconds
told: yes
bool(true)
released: 300 seconds
told: yes
bool(true)
lost: 2 seconds
told: yes
bool(true)
expired: 20 seconds
told: yes
bool(false)
bool(true)
held by another: 2 seconds
told: yes
bool(true)
held: 20 seconds
told: yes
