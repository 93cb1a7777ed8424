--TEST--
A Key whose lease has ended gets a new token, also when another process ended it, or another lock came first
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--INI--
redislock.io_timeout=0.3
--FILE--
<?php
require __DIR__ . '/symfony.inc';

use Symfony\Component\Lock\Key;

$redis = RedisServer::start();
$token = fn (): ?string => $redis->call('GET', test_key());
$ends = [
    'released by the process that it was handed to' => function (Key $key) use ($redis): void {
        locks($redis)->createLockFromKey(unserialize(serialize($key)), 60)->release();
    },
    'released, and then refused' => function (Key $key, $lock) use ($redis): void {
        $lock->release();
        $other = locks($redis)->createLock(test_key(), 60);
        var_dump($other->acquire(), $lock->acquire(), $lock->isAcquired());
        $other->release();
    },
    'removed, and then refused' => function (Key $key, $lock) use ($redis): void {
        $redis->call('DEL', test_key());
        $other = locks($redis)->createLock(test_key(), 60);
        var_dump($other->acquire(), $lock->acquire(), $lock->acquire());
        $other->release();
    },
    'released, and then without a reply' => function (Key $key, $lock) use ($redis): void {
        $lock->release();
        $redis->suspend();
        try {
            $lock->acquire();
        } catch (Symfony\Component\Lock\Exception\LockAcquiringException) {
            echo "no reply\n";
        }
        $redis->resume();
    },
];
foreach ($ends as $how => $end) {
    echo "$how:\n";
    $lock = locks($redis)->createLockFromKey($key = new Key(test_key()), 60);
    var_dump($lock->acquire());
    $first = $token();
    $end($key, $lock);
    var_dump($lock->acquire(), $token() !== $first, $lock->isAcquired());
    // By the token that travels with the Key.
    locks($redis)->createLockFromKey(unserialize(serialize($key)))->release();
    var_dump($token());
}
--EXPECT--
released by the process that it was handed to:
bool(true)
bool(true)
bool(true)
bool(true)
NULL
released, and then refused:
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
NULL
removed, and then refused:
bool(true)
bool(true)
bool(false)
bool(false)
bool(true)
bool(true)
bool(true)
NULL
released, and then without a reply:
bool(true)
no reply
bool(true)
bool(true)
bool(true)
NULL
