--TEST--
run() leaves the callback's exception as it was, whatever happened to the lock or to Redis meanwhile
--INI--
redislock.io_timeout=0.5
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$fates = [
    'held' => fn () => null,
    'lost' => fn (RedisServer $redis) => $redis->call('FLUSHALL'),
    'taken by another' => fn (RedisServer $redis) => $redis->call('SET', test_key(), 'another'),
    'read-only' => fn (RedisServer $redis) => $redis->call('REPLICAOF', '127.0.0.1', '1'),
    'stopped' => fn (RedisServer $redis) => $redis->suspend(),
    'gone' => fn (RedisServer $redis) => $redis->stop(),
];
foreach ($fates as $name => $fate) {
    $redis = RedisServer::start();
    $exception = new DomainException($name, 42, new Exception('cause'));
    try {
        (new RedisLock(test_key(), 100, $redis->address()))->run(function () use ($fate, $redis, $exception): void {
            $fate($redis);
            throw $exception;
        });
    } catch (Exception $thrown) {
        echo "$name: ", json_encode([$thrown === $exception, $thrown->getPrevious()->getMessage(), $thrown->getPrevious()->getPrevious()]), "\n";
    }
}
--EXPECT--
held: [true,"cause",null]
lost: [true,"cause",null]
taken by another: [true,"cause",null]
read-only: [true,"cause",null]
stopped: [true,"cause",null]
gone: [true,"cause",null]
