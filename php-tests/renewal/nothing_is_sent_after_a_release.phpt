--TEST--
After release(), and after the end of the object, no command with its token is sent
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();
$commands = $redis->monitor();

$by_hand = new RedisLock(test_key('-hand'), 0.15, $redis->address(), autoRenew: true);
$by_end = new RedisLock(test_key('-end'), 0.15, $redis->address(), autoRenew: true);
var_dump($by_hand->acquire(), $by_end->acquire(), renewed(4));
$tokens = [$by_hand->token(), $by_end->token()];
$by_hand->release();
unset($by_end);
// What is sent from here on: it would take 50 ms until the next one.
$before = count($commands());
usleep(400_000);
$after = array_slice($commands(), $before);
$ours = fn (array $words): bool => array_intersect($words, $tokens) !== [];
var_dump(count(array_filter($commands(), $ours)) >= 8, array_filter($after, $ours), RedisLock::stats()['lost']);
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
array(0) {
}
int(0)
