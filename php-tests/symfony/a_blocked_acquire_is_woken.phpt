--TEST--
acquire(true) is woken by the release, at once and not by a clock, whichever process releases
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$code = '$lock = $locks->createLock($key, 600); var_dump($lock->acquire(true)); echo "acquired at ", hrtime(true), "\n"; fgets(STDIN);';
foreach (['Symfony' => locks($redis)->createLock(test_key(), 600), 'RedisLock' => new RedisLock(test_key(), 600, $redis->address())] as $who => $lock) {
    $lock->acquire() || exit(1);
    $waiter = symfony_process($redis, test_key(), $code);
    until_blocked($redis);
    $released = now();
    $lock->release();
    within(0, acquired_at($waiter) - $released, 0.08, "$who releases: at once");
    var_dump($lock->acquire());
    $waiter->say();
    $waiter->wait();
}
show_what_is_left($redis);
--EXPECT--
Symfony releases: at once: yes
bool(false)
RedisLock releases: at once: yes
bool(false)
left: nothing
