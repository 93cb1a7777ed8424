--TEST--
Neither the password of its address nor its token is in any dump of a lock, held or given a token
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$redis->call('CONFIG', 'SET', 'requirepass', 's3cret');
$address = str_replace('redis://', 'redis://:s3cret@', $redis->address());
foreach ([new RedisLock(test_key('1'), 10, $address), new RedisLock(test_key('2'), 10, $address, 'proof-of-holding')] as $lock) {
    $lock->acquire() || exit(1);
    ob_start();
    var_dump($lock, (array) $lock, get_object_vars($lock), get_mangled_object_vars($lock));
    print_r($lock);
    var_export($lock);
    debug_zval_dump($lock);
    echo json_encode($lock), new ReflectionObject($lock), throws(fn () => serialize($lock)), throws(fn () => (string) $lock);
    foreach ($lock as $name => $value) {
        echo $name, $value;
    }
    $shown = ob_get_clean();
    var_dump(str_contains($shown, 's3cret'), str_contains($shown, $lock->token()));
}
--EXPECT--
bool(false)
bool(false)
bool(false)
bool(false)
