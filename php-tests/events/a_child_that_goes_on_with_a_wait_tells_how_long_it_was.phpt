--TEST--
A child that a signal handler forked during a wait goes on with it, and its event says that it waited; its counters do not
--EXTENSIONS--
pcntl
--INI--
redislock.events=10
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$holder = new RedisLock(test_key(), 2.5, $redis->address(), autoRelease: false);
var_dump($holder->acquire());
pcntl_async_signals(true);
pcntl_signal(SIGALRM, function (): void {
    // Only the child goes on.
    ($child = pcntl_fork()) === 0 || pcntl_waitpid($child, $status) && exit(0);
});
pcntl_alarm(1);
$lock = new RedisLock(test_key(), 10, $redis->address());
var_dump($lock->acquire(20));
foreach (RedisLock::events() as $event) {
    echo $event['event'], ' ', $event['outcome'], ' ', $event['waited'] > 1 ? 'long' : $event['waited'], "\n";
}
var_dump(RedisLock::stats()['waits']['count']);
--EXPECT--
bool(true)
bool(true)
acquired waited long
int(0)
