--TEST--
A loss that autoRenew found is recorded at events(), at the object's next call or at its end, once, with the hold until it was found
--INI--
redislock.events=100
--FILE--
<?php
require __DIR__ . '/told.inc';

$redis = RedisServer::start();
$lost = function (string $name) use ($redis): RedisLock {
    $lock = new RedisLock($name, 0.15, $redis->address(), autoRenew: true);
    $lock->acquire() || exit(1);
    $before = RedisLock::stats()['lost'];
    $redis->call('SET', $name, 'another');
    if (!eventually(PATIENCE, fn (): bool => RedisLock::stats()['lost'] > $before)) {
        throw new RuntimeException('renewal has not found the loss');
    }

    return $lock;
};
$begin = microtime(true);
$asked = $lost('asked');
$found = microtime(true);
usleep(100_000);
$events = RedisLock::events();
echo json_encode(array_column($events, 'outcome')), "\n";
var_dump($events[1]['held'] > 0.0 && $events[1]['held'] < $found - $begin, $events[1]['time'] < $found);
var_dump($asked->isHeld());
told();
foreach (['isHeld', 'extend', 'release', 'forceRelease'] as $call) {
    $lock = $lost($call);
    $lock->$call();
    $lock->$call();
    told('key');
}
$lock = $lost('the end');
unset($lock);
told('key');
$lock = $lost('again');
$redis->call('DEL', 'again');
$lock->acquire() || exit(1);
told('key');
echo array_sum(array_column(RedisLock::stats()['holds']['buckets'], 1)), " holds\n";
--EXPECT--
["free","token_gone"]
bool(true)
bool(true)
bool(false)
acquired: free, key "isHeld"
lost: token_gone, key "isHeld"
acquired: free, key "extend"
lost: token_gone, key "extend"
acquired: free, key "release"
lost: token_gone, key "release"
acquired: free, key "forceRelease"
lost: token_gone, key "forceRelease"
acquired: free, key "the end"
lost: token_gone, key "the end"
acquired: free, key "again"
lost: token_gone, key "again"
acquired: free, key "again"
7 holds
