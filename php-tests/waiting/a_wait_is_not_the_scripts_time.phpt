--TEST--
A wait costs no computing, and max_execution_time does not count it
--SKIPIF--
<?php
PHP_OS_FAMILY === 'Linux' && !PHP_ZTS || die('skip max_execution_time counts the time by the clock here');
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$redis->call('SET', test_key(), 'rl_another');
$lock = new RedisLock(test_key(), 600, $redis->address());
set_time_limit(1);
$computed = fn (): float => array_sum(array_map(
    fn (string $kind): float => getrusage()["$kind.tv_sec"] + getrusage()["$kind.tv_usec"] / 1e6,
    ['ru_utime', 'ru_stime'],
));
$before = $computed();
var_dump($lock->acquire(1.6));
within(0, $computed() - $before, 0.1 * STRETCH, 'it has hardly computed');
--EXPECT--
bool(false)
it has hardly computed: yes
