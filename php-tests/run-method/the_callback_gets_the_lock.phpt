--TEST--
The callback, whatever kind of callable it is, gets the lock as its only argument
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 600, $redis->address());

final class Work
{
    public function __invoke(mixed ...$arguments): array
    {
        return $arguments;
    }

    public static function do(mixed ...$arguments): array
    {
        return $arguments;
    }
}

function work(mixed ...$arguments): array
{
    return $arguments;
}

$closure = fn (mixed ...$arguments): array => $arguments;
foreach ([$closure, new Work(), 'work', 'Work::do', ['Work', 'do'], [new Work(), '__invoke'], work(...)] as $callback) {
    var_dump($lock->run($callback) === [$lock]);
}
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
