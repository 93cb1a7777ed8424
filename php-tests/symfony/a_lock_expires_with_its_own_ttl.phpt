--TEST--
What a killed process leaves behind ends with the lock's own ttl, whatever the store's initial one is; also in a CombinedStore
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$combined = 'new Symfony\Component\Lock\Store\CombinedStore([new RedisLock\Symfony\RedisLockStore()], new Symfony\Component\Lock\Strategy\ConsensusStrategy())';
foreach (['one store' => 'new RedisLock\Symfony\RedisLockStore()', 'combined' => $combined] as $what => $store) {
    $holder = symfony_process($redis, test_key(), "\$locks = new Symfony\Component\Lock\LockFactory($store);"
        . '$lock = $locks->createLock($key, 0.7); echo $lock->acquire() ? "held\n" : "not held\n"; fgets(STDIN);');
    $holder->waitForLine('held');
    $held = now();
    $holder->kill();
    var_dump(locks($redis)->createLock(test_key())->acquire());
    $next = locks($redis)->createLock(test_key(), 60);
    $next->acquire(true) || exit(1);
    within(0.4, now() - $held, 1, $what);
    $next->release();
}
// Those without a ttl of their own; and those of a store that is asked without a Lock.
$lock = locks($redis)->createLock(test_key(), null);
var_dump($lock->acquire(), $redis->call('TTL', test_key()));
$lock->release();
$store = new RedisLock\Symfony\RedisLockStore($redis->address(), 20);
$store->save(new Symfony\Component\Lock\Key(test_key()));
var_dump($redis->call('TTL', test_key()));
--EXPECT--
bool(false)
one store: yes
bool(false)
combined: yes
bool(true)
int(300)
int(20)
