--TEST--
Right after a fork a lock's label has the child's number, also of an object that its parent made and read the token of
--EXTENSIONS--
pcntl
--INI--
redislock.label=%p
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$own = fn (string $token): bool => strrchr($token, '@') === '@' . getmypid();
var_dump($own($lock->token()));
$child = pcntl_fork();
if ($child === 0) {
    $lock->acquire() || exit(1);
    echo 'child: ', var_export($own($lock->token()), true), "\n";
    exit;
}
pcntl_waitpid($child, $status);
$lock->acquire() || exit(1);
echo 'parent: ', var_export($own($lock->token()), true), "\n";
--EXPECT--
bool(true)
child: true
parent: true
