--TEST--
A fork while the reply to an object's end is unread: the child sends and counts by itself, the reply is the parent's
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();

$takeAndDrop = function (string $suffix) use ($redis): void {
    $lock = new RedisLock(test_key($suffix), 600, $redis->address());
    $lock->acquire() || print("not taken\n");
};
// The answer to the first is waited for.
$takeAndDrop('');
$endings = [];
for ($round = 0; $round < 20; $round++) {
    $takeAndDrop('');
    $ending = in_child(function () use ($takeAndDrop): void {
        $before = RedisLock::stats()['released'];
        $takeAndDrop('-child');
        RedisLock::stats()['released'] === $before + 1 || print('counted ' . json_encode(RedisLock::stats()));
    });
    $endings[$ending] = ($endings[$ending] ?? 0) + 1;
}
print_r($endings);
var_dump(RedisLock::stats()['released'], RedisLock::stats()['failed'], $redis->call('DBSIZE'));
--EXPECT--
Array
(
    [exit code 0] => 20
)
int(21)
int(0)
int(0)
