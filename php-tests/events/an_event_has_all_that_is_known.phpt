--TEST--
An event has key, name, label, permit, wait, hold, time and request, each of its type, in the order of the manual
--INI--
redislock.events=10
redislock.label=me
redislock.prefix=shop:
--FILE--
<?php
require __DIR__ . '/told.inc';

$redis = RedisServer::start();
$begin = microtime(true);
$redis->call('SET', 'shop:orders:42', 'another', 'PX', '120');
$lock = new RedisLock('orders:42', 10, $redis->address());
$lock->acquire(5) || exit(1);
usleep(50_000);
$lock->release();
$end = microtime(true);
[$acquired, $released] = $events = RedisLock::events();
echo implode(' ', array_keys($acquired)), "\n";
foreach ($events as $event) {
    echo json_encode(array_diff_key($event, ['waited' => 0, 'held' => 0, 'time' => 0])), "\n";
}
var_dump(count($events), $acquired['waited'] > 0.05 && $acquired['waited'] < $end - $begin, $acquired['held'], $released['waited'] === $acquired['waited']);
var_dump($released['held'] >= 0.05 && $released['held'] < $end - $begin);
// The time is that of the event, not of taking it out.
var_dump($acquired['time'] > $begin && $acquired['time'] < $end, abs($released['time'] - $acquired['time'] - $released['held']) < 0.01);
var_dump(RedisLock::events());

$second = new RedisLock('slow', 10, $redis->address(), permits: 3);
(new RedisLock('slow', 10, $redis->address(), permits: 3, autoRelease: false))->acquire() || exit(1);
$second->acquire() || exit(1);
$second->release();
(new RedisLock(['sku:1', 'sku:7', 'sku:9'], 10, $redis->address()))->run(fn () => null);
(new RedisLock(str_repeat('k', 300), 10, $redis->address()))->run(fn () => null);
foreach (RedisLock::events() as $event) {
    echo "$event[event] ", strlen($event['key']), ' ', substr($event['key'], 0, 12), " $event[keys] ", substr($event['name'], 0, 8), ' ', json_encode($event['permit']), "\n";
}
--EXPECT--
event outcome key keys name label permit waited held time request
{"event":"acquired","outcome":"waited","key":"shop:orders:42","keys":1,"name":"orders:*","label":"me","permit":null,"request":1}
{"event":"released","outcome":"release","key":"shop:orders:42","keys":1,"name":"orders:*","label":"me","permit":null,"request":1}
int(2)
bool(true)
NULL
bool(true)
bool(true)
bool(true)
bool(true)
array(0) {
}
acquired 9 shop:slow 1 slow 1
abandoned 9 shop:slow 1 slow 1
acquired 9 shop:slow 1 slow 2
released 9 shop:slow 1 slow 2
acquired 10 shop:sku:1 3 sku:* null
released 10 shop:sku:1 3 sku:* null
acquired 256 shop:kkkkkkk 1 * null
released 256 shop:kkkkkkk 1 * null
