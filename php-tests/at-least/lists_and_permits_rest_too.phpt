--TEST--
A list rests on each of its keys, unless it was lost in part, and a permit alone
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$list = new RedisLock(['a', 'b'], 600, $redis->address(), atLeast: 100);
var_dump($list->acquire(), $list->release());
echo json_encode($redis->call('MGET', 'a', 'b')), "\n";
$redis->call('DEL', 'a', 'b');
var_dump($list->acquire(), $redis->call('DEL', 'a'), $list->release(), $redis->call('EXISTS', 'a', 'b'));
$permits = array_map(fn () => new RedisLock('p', 600, $redis->address(), permits: 2, atLeast: 100), range(1, 3));
var_dump($permits[0]->acquire(), $permits[1]->acquire(), $permits[1]->release(), $permits[2]->acquire());
echo json_encode(array_map(fn ($key) => substr($redis->call('GET', $key), 0, 7), ['p', 'p:rl-permit-2{p}'])) === json_encode([substr($permits[0]->token(), 0, 7), 'rl_rest']) ? 'permit 2 rests' : 'no', "\n";
var_dump($permits[0]->isHeld(), array_column(RedisLock::describe('p', $redis->address())['holders'], 'resting', 'permit'));
--EXPECT--
bool(true)
bool(true)
["rl_rest","rl_rest"]
bool(true)
int(1)
bool(false)
int(0)
bool(true)
bool(true)
bool(true)
bool(false)
permit 2 rests
bool(true)
array(2) {
  [1]=>
  bool(false)
  [2]=>
  bool(true)
}
