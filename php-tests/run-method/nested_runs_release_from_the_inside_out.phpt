--TEST--
Nested run()s on two objects hold both locks, and each is released at its own end
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$outer = new RedisLock(test_key('-outer'), 600, $redis->address());
$inner = new RedisLock(test_key('-inner'), 600, $redis->address());

echo $outer->run(function () use ($redis, $outer, $inner): string {
    $result = $inner->run(function () use ($redis): string {
        var_dump($redis->call('DBSIZE'));

        return 'the inner result';
    });
    var_dump($redis->call('DBSIZE'), $outer->isHeld());

    return "$result in the outer one";
}), "\n";
var_dump($redis->call('DBSIZE'));
--EXPECT--
int(2)
int(1)
bool(true)
the inner result in the outer one
int(0)
