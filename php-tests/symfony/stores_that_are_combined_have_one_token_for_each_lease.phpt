--TEST--
The stores of a CombinedStore have one token for each lease of a Key, the second as the first: another process that gets the Key holds it
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\{Key, LockFactory};
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$servers = [RedisServer::start(), RedisServer::start(), RedisServer::start()];
$stores = fn (): array => array_map(fn (RedisServer $redis): RedisLockStore => new RedisLockStore($redis->address()), $servers);
$locks = fn (): LockFactory => new LockFactory(new CombinedStore($stores(), new ConsensusStrategy()));
$lock = $locks()->createLockFromKey($key = new Key(test_key()), 60);
$seen = [];
foreach (['first', 'second', 'third'] as $lease) {
    var_dump($lock->acquire());
    $tokens = array_unique(array_map(fn (RedisServer $redis): ?string => $redis->call('GET', test_key()), $servers));
    $elsewhere = $locks()->createLockFromKey(unserialize(serialize($key)), 60, false);
    echo "$lease: ", count($tokens), ' token, ', count(array_intersect($tokens, $seen)), " of them old\n";
    var_dump($elsewhere->isAcquired());
    $elsewhere->release();
    echo array_sum(array_map(fn (RedisServer $redis): int => $redis->call('EXISTS', test_key()), $servers)), " keys are left\n";
    array_push($seen, ...$tokens);
    $lock->release();
}
// One that was refused, and so knows nothing of the first lease.
$lock = $locks()->createLockFromKey($key = new Key(test_key()), 60, false);
$servers[0]->call('SET', test_key(), 'of another');
var_dump($lock->acquire());
$first = $servers[1]->call('GET', test_key());
$lock->release();
$servers[0]->call('DEL', test_key());
var_dump($lock->acquire(), in_array($first, array_map(fn (RedisServer $redis): ?string => $redis->call('GET', test_key()), $servers), true));
--EXPECT--
bool(true)
first: 1 token, 0 of them old
bool(true)
0 keys are left
bool(true)
second: 1 token, 0 of them old
bool(true)
0 keys are left
bool(true)
third: 1 token, 0 of them old
bool(true)
0 keys are left
bool(true)
bool(true)
bool(false)
