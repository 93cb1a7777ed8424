--TEST--
A Redis that evicts keys hands a held lock to a second holder, as the README says; with noeviction it never does
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

foreach (['volatile-ttl', 'noeviction'] as $policy) {
    $redis = RedisServer::start('--maxmemory', '4mb', '--maxmemory-policy', $policy);
    $first = new RedisLock(test_key(), 60, $redis->address());
    $second = new RedisLock(test_key(), 60, $redis->address());
    var_dump($first->acquire());
    // What a cache does. Under volatile-ttl the lock is the only key that may be evicted.
    for ($n = 0; $n < 60; $n++) {
        $redis->call('SET', "value:$n", str_repeat('x', 90_000));
    }
    echo "$policy: ", $redis->call('EXISTS', test_key()) ? 'held' : 'evicted', ', ', $first->remaining() > 50 ? 'trusted' : 'lost', "\n";
    // Room again for one more key.
    $redis->call('CONFIG', 'SET', 'maxmemory', '0');
    var_dump($second->acquire(), $first->isHeld());
}
--EXPECT--
bool(true)
volatile-ttl: evicted, trusted
bool(true)
bool(false)
bool(true)
noeviction: held, trusted
bool(false)
bool(true)
