--TEST--
What Symfony's ExpiringStoreTestTrait promises holds for every kind of store whose initial ttl is not longer than the lock's
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/kinds.inc';

use Symfony\Component\Lock\Exception\LockExpiredException;
use Symfony\Component\Lock\Key;

$ttl = 0.8 * STRETCH;
foreach (kinds_of_stores($ttl) as $kind => $store) {
    $ends = fn (Key $key): bool => eventually(PATIENCE, fn () => !$store->exists($key));
    $start = now();
    $store->save($key = new Key(test_key("-$kind")));
    $store->putOffExpiration($key, $ttl);
    $lifetime = $key->getRemainingLifetime();
    promise($kind, 'its lifetime is the ttl', $lifetime > 0, $lifetime <= $ttl, !$key->isExpired());
    promise($kind, 'it ends with its ttl', $ends($key), now() - $start < 3 * $ttl, $key->isExpired());
    promise($kind, 'what has ended is free', !conflicts($store, $other = new Key(test_key("-$kind"))));
    $store->delete($other);

    $store->save($key = new Key(test_key("-$kind-off")));
    $start = now();
    for ($times = 0; $times < 5; $times++) {
        usleep((int) ($ttl / 4 * 1e6));
        // As Lock does before it refreshes.
        $key->resetLifetime();
        $store->putOffExpiration($key, $ttl);
    }
    promise($kind, 'it is put off', now() - $start > 1.2 * $ttl, $store->exists($key), $ends($key));

    $store->save($key = new Key(test_key("-$kind-short")));
    try {
        $store->putOffExpiration($key, 1e-6);
        $thrown = false;
    } catch (LockExpiredException) {
        $thrown = true;
    }
    promise($kind, 'a ttl that is over at once is an expired lock', $thrown, !$store->exists($key));
}
--EXPECT--
one server, its lifetime is the ttl: kept
one server, it ends with its ttl: kept
one server, what has ended is free: kept
one server, it is put off: kept
one server, a ttl that is over at once is an expired lock: kept
renewal, its lifetime is the ttl: kept
renewal, it ends with its ttl: kept
renewal, what has ended is free: kept
renewal, it is put off: kept
renewal, a ttl that is over at once is an expired lock: kept
a quorum, its lifetime is the ttl: kept
a quorum, it ends with its ttl: kept
a quorum, what has ended is free: kept
a quorum, it is put off: kept
a quorum, a ttl that is over at once is an expired lock: kept
combined, its lifetime is the ttl: kept
combined, it ends with its ttl: kept
combined, what has ended is free: kept
combined, it is put off: kept
combined, a ttl that is over at once is an expired lock: kept
