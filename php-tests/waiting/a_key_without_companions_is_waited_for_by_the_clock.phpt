--TEST--
A key whose braces are no hash tag has no wake list: its waiters try by the clock, and get it soon after the release
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$key = test_key('a}b{');
$commands = $redis->monitor();
$lock = new RedisLock($key, 600, $redis->address());
var_dump($lock->acquire());
$waiter = waiter($redis, $key);
$questions = [];
$asked = function () use ($commands, &$questions): int {
    $questions = array_column($commands(), 0);

    return count(preg_grep('/^EVAL/', $questions));
};
var_dump(eventually(PATIENCE, fn (): bool => $asked() >= 3));
$released = now();
var_dump($lock->release());
within(0, acquired_at($waiter) - $released, 0.5, 'soon');
$asked();
var_dump(in_array('BLPOP', $questions, true), $redis->call('KEYS', '*') === [$key]);
$waiter->say();
$waiter->wait();
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
soon: yes
bool(false)
bool(true)
