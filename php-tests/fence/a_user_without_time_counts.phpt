--TEST--
A user without the right to TIME gets fences too: the last one plus one, from 1
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../acl/users.inc';
$redis = RedisServer::start();

$allowed = address_of_user($redis, 'with', '~* ' . LOCK_COMMANDS);
$without = address_of_user($redis, 'without', '~* ' . str_replace(' +time', '', LOCK_COMMANDS));
$fence = function (string $address): int {
    $lock = new RedisLock(test_key(), 10, $address, fence: true);
    $lock->acquire() || print("refused\n");

    return $lock->fence();
};
var_dump($fence($without), $fence($without), $fence($without));
$last = $fence($allowed);
var_dump($last > 1_000_000, $fence($without) - $last, $fence($without) - $last, $fence($allowed) > $last + 2);
--EXPECT--
int(1)
int(2)
int(3)
bool(true)
int(1)
int(2)
bool(true)
