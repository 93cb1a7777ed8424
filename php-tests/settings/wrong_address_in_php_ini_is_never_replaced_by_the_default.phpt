--TEST--
A wrong redislock.server is a warning when PHP starts and a ValueError where it is needed, never another Redis; messages do not repeat it, because it may hold a password
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
foreach (['u:s3cret@h', '', 'localhost:6379'] as $address) {
    $php = $redis->php(strtr(<<<'PHP'
        try {
            new RedisLock('key');
        } catch (ValueError $error) {
            echo $error->getMessage(), "\n";
        }
        var_dump((new RedisLock('key', server: 'ADDRESS'))->isLocked());
        PHP, ['ADDRESS' => $redis->address()]), ['log_errors' => 0], ['-d', "redislock.server=$address"]);
    echo trim($php->out . $php->err), "\n\n";
}
--EXPECT--
Warning: redislock.server must start with redis://, rediss://, unix://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://, or be memory: in a test in Unknown on line 0
RedisLock::__construct(): Argument #3 ($server) must be given, since redislock.server is wrong: it must start with redis://, rediss://, unix://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://, or be memory: in a test
bool(false)

Warning: redislock.server must start with redis://, rediss://, unix://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://, or be memory: in a test in Unknown on line 0
RedisLock::__construct(): Argument #3 ($server) must be given, since redislock.server is wrong: it must start with redis://, rediss://, unix://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://, or be memory: in a test
bool(false)

Warning: redislock.server must start with redis://, rediss://, unix://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://, or be memory: in a test in Unknown on line 0
RedisLock::__construct(): Argument #3 ($server) must be given, since redislock.server is wrong: it must start with redis://, rediss://, unix://, redis-sentinel://, rediss-sentinel://, redis-cluster:// or rediss-cluster://, or be memory: in a test
bool(false)
