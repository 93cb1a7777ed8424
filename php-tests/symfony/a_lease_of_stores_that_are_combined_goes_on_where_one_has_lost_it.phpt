--TEST--
A lease of a CombinedStore goes on by its token where one store has lost it, whether that can have it again or another has it there
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
$tokens = fn (): array => array_map(fn (RedisServer $redis): ?string => $redis->call('GET', test_key()), $servers);
foreach ([['DEL', test_key()], ['SET', test_key(), 'of another']] as $command) {
    $lock = $locks()->createLockFromKey($key = new Key(test_key()), 60);
    var_dump($lock->acquire());
    $first = $tokens();
    $servers[0]->call(...$command);
    foreach (['second', 'third'] as $time) {
        var_dump($lock->acquire());
        $is = $tokens();
        echo "$time: ", $is[0] === $first[0] ? 'again' : $is[0], ', ', array_slice($is, 1) === array_slice($first, 1) ? 'as before' : 'changed', "\n";
        var_dump($locks()->createLockFromKey(unserialize(serialize($key)), 60, false)->isAcquired());
    }
    $lock->release();
    echo json_encode($tokens()), "\n";
    $servers[0]->call('DEL', test_key());
}
--EXPECT--
bool(true)
bool(true)
second: again, as before
bool(true)
bool(true)
third: again, as before
bool(true)
[null,null,null]
bool(true)
bool(true)
second: of another, as before
bool(true)
bool(true)
third: of another, as before
bool(true)
["of another",null,null]
