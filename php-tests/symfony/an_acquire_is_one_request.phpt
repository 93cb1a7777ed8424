--TEST--
An acquire with a ttl is one request: its lease is not put off at once, so that no second reply can be missing; a later refresh() is one
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
$locks = locks($redis);
$first = $locks->createLock(test_key('-first'), 60);
// The server knows the scripts from here on.
foreach ([false, true] as $blocks) {
    $first->acquire($blocks) && $first->refresh();
    $first->release();
}
$requests = function (string $what, Closure $does) use ($redis): void {
    $seen = $redis->monitor();
    $does();
    echo "$what: ", count($seen()), "\n";
};
$lock = $locks->createLock(test_key(), 60);
$requests('acquire', fn () => var_dump($lock->acquire(), $lock->getRemainingLifetime() > 50));
$requests('refresh', fn () => $lock->refresh());
$requests('refresh to more', fn () => $lock->refresh(600));
var_dump($redis->call('TTL', test_key()) > 500);
$requests('acquire of what is held', fn () => var_dump($lock->acquire()));
$requests('refresh', fn () => $lock->refresh());
$lock->release();
$requests('acquire(true)', fn () => var_dump($lock->acquire(true)));

// Its Lock puts nothing off.
$initial = $locks->createLock(test_key('-initial'), null);
$requests('acquire without a ttl', fn () => var_dump($initial->acquire()));
$requests('refresh to the initial ttl', fn () => $initial->refresh(300));
--EXPECT--
bool(true)
bool(true)
acquire: 1
refresh: 1
refresh to more: 1
bool(true)
bool(true)
acquire of what is held: 1
refresh: 1
bool(true)
acquire(true): 1
bool(true)
acquire without a ttl: 1
refresh to the initial ttl: 1
