--TEST--
A key that was removed by hand or by FLUSHALL is noticed at the end of the slice, after a second at most
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$key = test_key();
foreach ([['DEL', $key], ['FLUSHALL'], ['SET', $key, 'short', 'PX', '50']] as $command) {
    $redis->call('SET', $key, 'rl_' . str_repeat('0', 32));
    $waiter = waiter($redis, $key);
    until_blocked($redis);
    $removed = now();
    $redis->call(...$command);
    within(0, acquired_at($waiter) - $removed, 2, $command[0]);
    $waiter->say();
    $waiter->wait();
}
show_what_is_left($redis);
--EXPECT--
DEL: yes
FLUSHALL: yes
SET: yes
left: nothing
