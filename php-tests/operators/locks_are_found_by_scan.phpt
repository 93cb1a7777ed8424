--TEST--
RedisLock::locks() finds by SCAN every lock that matches after the prefix, and no key beside one; with $all whatever is there
--INI--
redislock.prefix=[a]*:
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
for ($n = 0; $n < 2000; $n++) {
    $redis->call('SET', "a:$n", 'cache');
}
foreach (['order:2', 'order:1', 'job'] as $name) {
    $locks[$name] = new RedisLock($name, 10, $redis->address(), fence: true);
    $locks[$name]->acquire() || exit(1);
}
$redis->call('SET', '[a]*:order:hand-written', '1');
$redis->call('ZADD', '[a]*:order:symfony', '1', 'token');
$names = fn (...$arguments): string => implode(' ', array_column(RedisLock::locks(...$arguments, server: $redis->address()), 'name'));
$commands = $redis->monitor();
echo $names(), "\n", $names('order:*'), "\n", $names('nothing*'), "\n", $names('*', all: true), "\n", str_word_count($names('*', limit: 1), 0, ':12'), "\n";
$used = array_unique(array_column($commands(), 0));
sort($used);
echo implode(' ', $used), "\n";
$one = RedisLock::locks('job', $redis->address())[0];
$same = RedisLock::describe('job', $redis->address());
unset($one['remaining'], $same['remaining']);
var_dump($one === $same);
--EXPECT--
job order:1 order:2
order:1 order:2

job order:1 order:2 order:hand-written order:symfony
1
EVAL EVALSHA GET GETRANGE SCAN
bool(true)
