--TEST--
On a quorum describe() and locks() return what a majority says, with one server dead; two dead are an exception
--INI--
redislock.label=web1
--FILE--
<?php
require __DIR__ . '/../quorum/quorum.inc';

$servers = servers(3);
$list = addresses($servers);
$lock = new RedisLock('held', 10, $list);
$lock->acquire() || exit(1);
$servers[0]->call('SET', 'minority', $lock->token());
$servers[1]->stop();
$known = RedisLock::describe('held', $list);
var_dump($known['label'], $known['token'] === $lock->token(), $known['waiting'], $known['remaining'] > 8);
// One of the three has it, and the second does not: the third could have it.
echo preg_replace('/ \(.*/', '', throws(fn () => RedisLock::describe('minority', $list))), "\n";
$servers[1]->restart();
var_dump(RedisLock::describe('minority', $list), array_column(RedisLock::locks('*', $list), 'name'));
$servers[1]->stop();
$servers[2]->stop();
echo preg_replace('/ \(.*/', '', throws(fn () => RedisLock::locks('*', $list))), "\n";
--EXPECT--
string(4) "web1"
bool(true)
NULL
bool(true)
RedisLockConnectionException: could not inspect lock "minority": 2 of 3 nodes replied, 2 needed that agree
NULL
array(1) {
  [0]=>
  string(4) "held"
}
RedisLockConnectionException: could not look for locks "*": 1 of 3 nodes replied, 2 needed
