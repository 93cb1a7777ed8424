--TEST--
run() returns the callback's result when the lock cannot be released and its deadline stands, whatever the reason
--INI--
redislock.io_timeout=0.5
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/methods.inc';

$reasons = [
    'stopped' => fn (RedisServer $redis) => $redis->suspend(),
    'gone' => fn (RedisServer $redis) => $redis->stop(),
    'asks for a password' => function (RedisServer $redis): void {
        $redis->call('CONFIG', 'SET', 'requirepass', 's3cret');
        $redis->call('CLIENT', 'KILL', 'USER', 'default');
    },
    'has become a replica' => fn (RedisServer $redis) => $redis->call('REPLICAOF', '127.0.0.1', '1'),
];
foreach ($reasons as $name => $reason) {
    $redis = RedisServer::start();
    $lock = new RedisLock(test_key(), 100, $redis->address());
    $before = RedisLock::stats()['failed'];
    $result = answer(fn () => $lock->run(function () use ($reason, $redis): string {
        $reason($redis);

        return 'result';
    }));
    echo "$name: $result, failed: ", RedisLock::stats()['failed'] - $before, "\n";
}
--EXPECT--
stopped: "result", failed: 1
gone: "result", failed: 1
asks for a password: "result", failed: 1
has become a replica: "result", failed: 1
