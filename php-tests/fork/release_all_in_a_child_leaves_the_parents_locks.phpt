--TEST--
releaseAll() in a forked child releases the child's own locks and none of its parent's
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$parents = new RedisLock('parents', 600, $redis->address());
$parents->acquire() || exit(1);
$child = pcntl_fork();
if ($child === 0) {
    $own = new RedisLock('childs', 600, $redis->address());
    $own->acquire() || exit(1);
    echo implode(' ', RedisLock::releaseAll()), "\n";
    exit(RedisLock::stats()['forgotten']);
}
pcntl_waitpid($child, $status);
echo 'the child counts ', pcntl_wexitstatus($status), ', its parent ', RedisLock::stats()['forgotten'], "\n";
var_dump($parents->isHeld(), RedisLock::releaseAll() === ['parents'], $redis->call('DBSIZE'));
--EXPECT--
childs
the child counts 1, its parent 0
bool(true)
bool(true)
int(0)
