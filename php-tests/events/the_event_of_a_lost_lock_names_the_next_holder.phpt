--TEST--
When run() or ensureHeld() learns who has a lost lock now, its event names that holder
--EXTENSIONS--
redislock
--INI--
redislock.events=100
redislock.label=me
--FILE--
<?php
require __DIR__ . '/told.inc';

$redis = RedisServer::start();
$taken = fn (string $key) => $redis->call('SET', $key, 'rl_' . str_repeat('0123456789abcdef', 2) . '@web1:4711');
$lock = new RedisLock('run', 10, $redis->address());
throws(fn () => $lock->run(fn () => $taken('run')));
$lock = new RedisLock('ensure', 10, $redis->address());
$lock->acquire() || exit(1);
$taken('ensure');
throws(fn () => $lock->ensureHeld());
$lock = new RedisLock('gone', 10, $redis->address());
throws(fn () => $lock->run(fn () => $redis->call('DEL', 'gone')));
told('key', 'label', 'holder');
// An event is the lost lock's own: what came after it stays as it is.
throws(fn () => $lock->ensureHeld());
told();
?>
--EXPECT--
acquired: free, key "run", label "me", holder null
lost: token_gone, key "run", label "me", holder "web1:4711"
acquired: free, key "ensure", label "me", holder null
lost: token_gone, key "ensure", label "me", holder "web1:4711"
acquired: free, key "gone", label "me", holder null
lost: token_gone, key "gone", label "me", holder null
