--TEST--
With renewFor a short ttl is enough for a long job: the lock is renewed while its process lives, and free one ttl after a kill
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$code = '$locks = new Symfony\Component\Lock\LockFactory(new RedisLock\Symfony\RedisLockStore(renewFor: 60));'
    . '$lock = $locks->createLock($key, 1); var_dump($lock->acquire()); echo "held\n"; sleep(3);'
    . 'var_dump($lock->isAcquired(), $lock->isExpired()); echo "worked\n"; sleep(60);';
$holder = symfony_process($redis, test_key(), $code);
$holder->waitForLine('held');
$held = now();
$other = locks($redis)->createLock(test_key(), 60);
$holder->waitForLine('worked');
// Three times its ttl.
var_dump(now() - $held > 2.9, $other->acquire());
$holder->kill();
$killed = now();
var_dump($other->acquire(true));
within(0, now() - $killed, 1.2, 'free within its ttl');
echo $holder->wait()->out;

// What ends with its Key, or is released, is renewed no more.
$locks = locks($redis, renewFor: 60);
$kept = $locks->createLock(test_key('-kept'), 0.5, false);
var_dump($kept->acquire());
unset($kept);
var_dump(eventually(PATIENCE, fn () => $redis->call('EXISTS', test_key('-kept')) === 0));
--EXPECT--
bool(true)
bool(false)
bool(true)
free within its ttl: yes
bool(true)
held
bool(true)
bool(false)
worked
bool(true)
bool(true)
