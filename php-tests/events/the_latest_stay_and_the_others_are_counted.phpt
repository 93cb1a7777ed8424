--TEST--
When there are more events than are kept the latest stay, and stats() counts the others
--INI--
redislock.events=3
--FILE--
<?php
require __DIR__ . '/told.inc';

$redis = RedisServer::start();
$both = function (string ...$names) use ($redis): void {
    foreach ($names as $name) {
        (new RedisLock($name, 10, $redis->address()))->run(fn () => null);
    }
};
$both('a', 'b', 'c', 'd');
told('key');
echo RedisLock::stats()['overwritten'], " overwritten\n";
$both('e');
told('key');
$both('f', 'g');
told('key');
echo RedisLock::stats()['overwritten'], " overwritten\n";
--EXPECT--
released: run, key "c"
acquired: free, key "d"
released: run, key "d"
5 overwritten
acquired: free, key "e"
released: run, key "e"
released: run, key "f"
acquired: free, key "g"
released: run, key "g"
6 overwritten
