--TEST--
SIGALRM whose handler throws ends a wait for a holder that does not signal, and leaves no connection that Redis tells of changes
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/sender.inc';

$redis = RedisServer::start();
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn () => throw new RuntimeException('too late'));
$redis->call('SET', test_key(), 'of another make');
$lock = new RedisLock(test_key(), 600, $redis->address());
for ($round = 0; $round < 3; $round++) {
    new Sender(fn () => until_told($redis, 1), fn (int $test) => posix_kill($test, SIGALRM));
    [$result, $seconds] = timed(fn () => $lock->acquire(20));
    echo $result, "\n";
    within(0, $seconds, 5, 'soon');
    until_told($redis, 0);
}
$redis->call('DEL', test_key());
var_dump($lock->acquire(), $lock->release());
--EXPECT--
RuntimeException: too late
soon: yes
RuntimeException: too late
soon: yes
RuntimeException: too late
soon: yes
bool(true)
bool(true)
