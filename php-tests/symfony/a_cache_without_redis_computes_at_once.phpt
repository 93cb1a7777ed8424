--TEST--
Where Redis is away, or another computes for longer than the wait, a value is computed at once and the pool's logger is told
--EXTENSIONS--
ctype
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/Cache', 'php-symfony-cache');
--FILE--
<?php
require __DIR__ . '/cache.inc';

$redis = RedisServer::start();
$folder = pool_folder();
$pool = pool($folder, server: $redis->address() . '?io_timeout=0.3', wait: 0.3);
$other = new RedisLock('cache:held', 60, $redis->address());
$other->acquire() || print("not acquired\n");
echo $pool->get('held', fn () => "computed\n");
$other->release();
// A lock that was lost meanwhile fails no value.
$lost = new RedisLock('cache:lost', 60, $redis->address());
echo $pool->get('lost', fn (): string => $lost->forceRelease() ? "lost\n" : "not held\n");
$redis->stop();
echo $pool->get('away', fn () => "computed\n");
echo 'saved: ', $pool->get('held', fn () => "again\n"), 'saved: ', $pool->get('away', fn () => "again\n");
try {
    $pool->get('fails', fn () => throw new DomainException('not computed'));
} catch (DomainException $thrown) {
    echo $thrown->getMessage(), "\n";
}
--EXPECT--
warning: item held, RedisLockNotAcquiredException
computed
lost
warning: item away, RedisLockConnectionException
computed
saved: computed
saved: computed
warning: item fails, RedisLockConnectionException
not computed
