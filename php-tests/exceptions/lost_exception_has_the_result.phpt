--TEST--
RedisLockLostException of run() carries what the callback returned, whatever that is
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$object = new stdClass();
$stream = opendir('.');
foreach (['text', 42, null, false, [1, [2]], $object, $stream] as $result) {
    try {
        $lock->run(function () use ($redis, $result): mixed {
            $redis->call('DEL', test_key());

            return $result;
        });
    } catch (RedisLockLostException $lost) {
        var_dump($lost->result === $result);
    }
}
try {
    $lock->ensureHeld();
} catch (RedisLockLostException $lost) {
    var_dump($lost->result);
}
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
NULL
