--TEST--
An exception of another callback comes out of the wait of {main}, as Revolt does it: nothing is held, and nothing is left in the loop
--FILE--
<?php
require __DIR__ . '/revolt.inc';
use Revolt\EventLoop;

$redis = RedisServer::start();
RedisLock::waitUsing(RedisLock\EventLoop::revolt());
[$held, $wanted] = [new RedisLock(test_key(), 600, $redis->address()), new RedisLock(test_key(), 600, $redis->address())];
var_dump($held->acquire());

EventLoop::delay(0.05, fn () => throw new DomainException('elsewhere'));
try {
    $wanted->acquire(60) || print("refused\n");
} catch (EventLoop\UncaughtThrowable $thrown) {
    echo $thrown->getPrevious()->getMessage(), "\n";
}
var_dump(left_in_the_loop(), $held->release(), $redis->call('EXISTS', test_key()));
// Revolt has another {main} from then on, and so have waits.
EventLoop::delay(0.05, function () use ($held): void {
    $held->release();
});
var_dump($held->acquire(), $wanted->acquire(60), left_in_the_loop());
--EXPECT--
bool(true)
elsewhere
int(0)
bool(true)
int(0)
bool(true)
bool(true)
int(0)
