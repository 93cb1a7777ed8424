--TEST--
With report_lost a loss is logged when its object takes the next lease without having noticed, and not when run() has thrown it
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$result = $redis->php('
    require "' . __DIR__ . '/renewal.inc";
    $lock = new RedisLock("key", 0.3, autoRenew: true);
    $other = new RedisLock("key");
    $lose = function () use ($lock, $other): void {
        $other->forceRelease();
        while (state($lock) === "held") {
            usleep(1000);
        }
    };
    try {
        $lock->run($lose);
    } catch (RedisLockLostException) {
        echo "told\n";
    }
    $lock->acquire() || exit(1);
    $lose();
    echo "and now unasked\n";
    $lock->acquire() || exit(1);
    $lock->release();
    unset($lock);', ['redislock.report_lost' => 1]);
echo $result->out, $result->err;
--EXPECT--
told
and now unasked
redislock: lock "key" was lost before it was released: its ttl ran out or it was removed
