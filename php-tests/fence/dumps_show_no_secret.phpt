--TEST--
No dump of a lock with autoRenew, fence and replicas shows a token, an address or more than key, state and time
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();

$lock = new RedisLock(test_key(), 600, $redis->address(), autoRenew: true, renewFor: 4711, fence: true, replicas: 0);
var_dump($lock->acquire());
ob_start();
var_dump($lock);
print_r($lock);
var_export($lock);
echo json_encode($lock), json_encode((array) $lock), json_encode(get_object_vars($lock));
// The decimals of what remains are by chance those of anything.
$dump = preg_replace('/(\d)\.\d+/', '$1', ob_get_clean());
foreach (['token' => $lock->token(), 'address' => (string) $redis->port, 'fence' => (string) $lock->fence(), 'renewFor' => '4711'] as $what => $secret) {
    echo $what, str_contains($dump, $secret) ? " is shown\n" : " is not shown\n";
}
preg_match_all('/\["(\w+)"\]=>/', $dump, $names);
echo implode(' ', $names[1]), "\n";
--EXPECT--
bool(true)
token is not shown
address is not shown
fence is not shown
renewFor is not shown
key state remaining
