--TEST--
redislock doctor says for a user without scripts how its locks end: an error if release() is refused, a warning if not
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/doctor.inc';

$redis = RedisServer::start();
$address = address_of_user($redis, 'shop', '~* +@all -eval -evalsha');
$lock = new RedisLock(test_key(), 5, $address);
$lock->acquire() || exit(1);
$isReleased = str_starts_with(throws(fn () => $lock->release()), 'nothing');
ob_start();
$told = doctor($redis, [], [], ['scripts'], ['REDISLOCK_SERVER' => $address]);
$said = ob_get_clean();
echo $isReleased === str_starts_with($said, 'warning scripts') && $isReleased !== str_contains($said, 'release() and extend() are refused') ? "as it is\n" : $said;
echo str_contains($said, 'redislock 2.0 refuses every acquire()') ? "2.0 will not do\n" : $said;
echo implode(' ', preg_grep('/^ACL/', array_filter(array_column($told['findings'], 'advice')))), "\n";
$redis->call('ACL', 'SETUSER', 'shop', '+eval', '+evalsha');
doctor($redis, [], [], ['scripts'], ['REDISLOCK_SERVER' => $address]);
?>
--EXPECT--
as it is
2.0 will not do
ACL SETUSER shop +eval +evalsha
ok -> 0
