--TEST--
A handler that throws while a stopped server owes a reply leaves long before io_timeout; what may have been taken is released later
--EXTENSIONS--
pcntl
posix
--INI--
redislock.io_timeout=10
--FILE--
<?php
require __DIR__ . '/sender.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 600, $redis->address());
pcntl_async_signals(true);
pcntl_signal(SIGUSR1, fn () => throw new DomainException('stop'));
// The first time on a connection to be made, then on an idle one.
foreach (['new', 'idle'] as $connection) {
    $redis->suspend();
    $sender = new Sender(fn () => usleep(200_000));
    [$thrown] = timed(fn () => $lock->acquire(20));
    $ended = now();
    echo "$connection: $thrown\n";
    within(0, $ended - $sender->sent(), 1, 'at once');
    $redis->resume();
    var_dump($lock->isHeld());
    // The server may have run the question after all; any contact releases what it has taken.
    $lock->isLocked();
    var_dump(eventually(PATIENCE, fn (): bool => !$lock->isLocked()));
}
var_dump($lock->acquire(1), $lock->release());
--EXPECT--
new: DomainException: stop
at once: yes
bool(false)
bool(true)
idle: DomainException: stop
at once: yes
bool(false)
bool(true)
bool(true)
bool(true)
