--TEST--
releaseAll() releases what objects took and names the keys in the order of the acquires; autoRelease: false and adopted locks stay
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
ini_set('redislock.prefix', 'shop:');
$acquired = function (string|array $key, mixed ...$options) use ($redis): RedisLock {
    $lock = new RedisLock($key, 600, $redis->address(), ...$options);
    $lock->acquire() || print("not acquired\n");

    return $lock;
};
$locks = [
    $acquired('one'), $acquired(['b', 'a']), $acquired('slow-api', permits: 5), $acquired('slow-api', permits: 5),
    $acquired('nightly', atLeast: 300), $acquired('mine', token: 'mine'), $acquired('renewed', autoRenew: true),
];
$stays = $acquired('stays', autoRelease: false);
$redis->call('SET', 'shop:adopted', 'theirs');
$adopted = new RedisLock('adopted', 600, $redis->address(), 'theirs');
$adopted->isHeld();

echo implode(' ', RedisLock::releaseAll()), "\n";
$left = preg_grep('/:rl-/', $redis->call('KEYS', 'shop:*'), PREG_GREP_INVERT);
sort($left);
echo 'in Redis: ', implode(' ', $left), ', and ', $redis->call('GET', 'shop:nightly'), "\n";
echo implode(' ', array_map(fn (RedisLock $lock): string => $lock->__debugInfo()['state'], [...$locks, $stays, $adopted])), "\n";
var_dump(RedisLock::releaseAll());
// An object goes on as after release().
var_dump($locks[0]->release(), $locks[0]->acquire(), RedisLock::releaseAll());
--EXPECT--
shop:one shop:b shop:a shop:slow-api shop:slow-api shop:nightly shop:mine shop:renewed
in Redis: shop:adopted shop:nightly shop:stays, and rl_rest
released released released released released released released held held
array(0) {
}
bool(false)
bool(true)
array(1) {
  [0]=>
  string(8) "shop:one"
}
