--TEST--
A value that another one needs is computed without a lock, so that two processes never wait for each other; a failed one leaves none
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
$pool = pool(pool_folder(), server: $redis->address(), wait: 10.0);
$other = new RedisLock('cache:inner', 60, $redis->address());
$other->acquire() || print("not acquired\n");
$start = hrtime(true);
echo $pool->get('outer', fn () => 'outer of ' . $pool->get('inner', fn () => 'inner'));
echo hrtime(true) - $start < 5e9 ? ', at once' : ', late', "\n";
try {
    $pool->get('fails', fn () => throw new DomainException('not computed'));
} catch (DomainException $thrown) {
    echo $thrown->getMessage(), ', held: ', implode(' ', array_column(RedisLock::locks('*', $redis->address()), 'key')), "\n";
}
try {
    $pool->get('locks', fn () => (new RedisLock('cache:inner', 5, $redis->address()))->run(fn () => 'inner'));
} catch (RedisLockNotAcquiredException) {
    echo "the callback's own exception\n";
}
foreach ([['wait' => -1.0], ['ttl' => 0.0], ['server' => 'ftp://a']] as $arguments) {
    try {
        pool('/nowhere', ...$arguments);
    } catch (Symfony\Component\Lock\Exception\InvalidArgumentException) {
        echo key($arguments), " is refused\n";
    }
}
--EXPECT--
outer of inner, at once
not computed, held: cache:inner
the callback's own exception
wait is refused
ttl is refused
server is refused
