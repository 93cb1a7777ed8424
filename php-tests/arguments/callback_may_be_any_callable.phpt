--TEST--
run() calls whatever PHP can call from there, with the lock as its argument, and returns what it returns
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

final class Shop
{
    public static function open(RedisLock $lock): string
    {
        return 'static method, held: ' . var_export($lock->isHeld(), true);
    }

    public function __call(string $name, array $arguments): string
    {
        return "$name, held: " . var_export($arguments[0]->isHeld(), true);
    }

    public function __invoke(RedisLock $lock): string
    {
        return $this->__call('__invoke', [$lock]);
    }

    private function sell(RedisLock $lock): string
    {
        return $this->__call('private method', [$lock]);
    }

    public function sellUnder(RedisLock $lock): string
    {
        return $lock->run([$this, 'sell']);
    }
}
$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
foreach (['Shop::open', ['Shop', 'open'], Shop::open(...), new Shop(), [new Shop(), 'anything']] as $callable) {
    echo $lock->run($callable), "\n";
}
echo (new Shop())->sellUnder($lock), "\n", $lock->run('get_debug_type'), "\n";
echo 'keys left: ', $redis->call('DBSIZE'), "\n";
--EXPECT--
static method, held: true
static method, held: true
static method, held: true
__invoke, held: true
anything, held: true
private method, held: true
RedisLock
keys left: 0
