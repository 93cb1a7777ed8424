--TEST--
Children that inherit an object which was refused, or whose token was read, each take the lock with a token of their own
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();
$read = new RedisLock(test_key('-read'), 600, $redis->address());
$read->token();
$refused = new RedisLock(test_key('-refused'), 600, $redis->address());
$redis->call('SET', test_key('-refused'), 'of-another', 'EX', '600');
var_dump($refused->acquire());
$redis->call('DEL', test_key('-refused'));

$work = function () use ($redis, $read, $refused): void {
    foreach (['read' => $read, 'refused' => $refused] as $name => $lock) {
        echo $lock->acquire() ? '' : "was refused\n";
        $redis->call('RPUSH', test_key("-tokens-$name"), $lock->token());
    }
};
echo in_child($work), "\n", in_child($work), "\n";
$work();
foreach (['read', 'refused'] as $name) {
    $tokens = $redis->call('LRANGE', test_key("-tokens-$name"), '0', '-1');
    echo "$name: ", count($tokens), ' leases, ', count(array_unique($tokens)), " tokens\n";
}
--EXPECT--
bool(false)
exit code 0
exit code 0
read: 3 leases, 3 tokens
refused: 3 leases, 3 tokens
