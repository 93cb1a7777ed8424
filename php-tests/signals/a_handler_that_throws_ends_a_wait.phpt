--TEST--
A handler that throws ends the wait at once; nothing is held, nobody is blocked, and the object can acquire again
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/sender.inc';

$redis = RedisServer::start();
$lock = held_by_another($redis);
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn () => throw new DomainException('stop'));

foreach (['acquire' => [20], 'run' => [fn () => print("called\n"), 20]] as $method => $arguments) {
    $sender = new Sender(fn () => until_blocked($redis));
    [$thrown] = timed(fn () => $lock->$method(...$arguments));
    $ended = now();
    echo "$method: $thrown\n";
    within(0, $ended - $sender->sent(), 0.2, 'at once');
    var_dump($lock->isHeld(), $lock->remaining());
    show_what_is_left($redis, test_key());
}
// Not "is waiting already".
var_dump($lock->acquire(0.05), (new RedisLock(test_key(), server: $redis->address()))->forceRelease());
var_dump($lock->acquire(5), $lock->isHeld(), $lock->release());
--EXPECT--
acquire: DomainException: stop
at once: yes
bool(false)
float(0)
left: nothing
run: DomainException: stop
at once: yes
bool(false)
float(0)
left: nothing
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
