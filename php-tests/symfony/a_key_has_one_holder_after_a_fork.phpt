--TEST--
A key that was used before a fork has one holder after it: parent and child lock with tokens of their own, in every store
--EXTENSIONS--
pcntl
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use RedisLock\Symfony\RedisLockStore;
use Symfony\Component\Lock\Key;
use Symfony\Component\Lock\LockFactory;
use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Strategy\ConsensusStrategy;

$servers = [RedisServer::start(), RedisServer::start(), RedisServer::start()];
$stores = array_map(fn ($redis) => new RedisLockStore($redis->address()), $servers);
foreach ([$stores[0], new CombinedStore($stores, new ConsensusStrategy())] as $store) {
    $locks = new LockFactory($store);
    $lock = $locks->createLockFromKey($key = new Key(test_key()), 60, false);
    $lock->acquire() && $lock->release();
    [$ours, $childs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    if (($child = pcntl_fork()) === 0) {
        fwrite($childs, json_encode([$lock->acquire(), $lock->isAcquired()]) . "\n");
        fgets($childs);
        $copy = $locks->createLockFromKey(unserialize(serialize($key)), 60, false);
        fwrite($childs, json_encode([$lock->acquire(), $copy->isAcquired()]) . "\n");
        $lock->release();
        exit;
    }
    echo 'child: ', fgets($ours);
    echo 'parent: ', json_encode([$lock->acquire(), $lock->isAcquired()]), "\n";
    fwrite($ours, "\n");
    echo 'child: ', fgets($ours);
    pcntl_waitpid($child, $status);
    echo 'parent: ', json_encode([$lock->acquire(), $lock->isAcquired()]), "\n";
    $lock->release();
}
--EXPECT--
child: [true,true]
parent: [false,false]
child: [true,true]
parent: [true,true]
child: [true,true]
parent: [false,false]
child: [true,true]
parent: [true,true]
