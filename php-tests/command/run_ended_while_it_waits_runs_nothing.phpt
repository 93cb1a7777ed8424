--TEST--
A signal ends redislock run while it waits for the lock: nothing was run, nothing is left, and the exit code says which signal
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$holder = new RedisLock('job', 600, $redis->address());
$holder->acquire() || exit(1);
foreach (['TERM', 'INT', 'HUP'] as $signal) {
    $redis->call('DEL', 'job:rl-waiting{job}');
    $run = start($redis, ['run', 'job', '--wait', 'INF', '--', 'echo', 'was run']);
    eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', 'job:rl-waiting{job}') === 1);
    $run->kill($signal);
    tell($run->wait(5));
}
var_dump($holder->isHeld(), $holder->release(), $redis->call('EXISTS', 'job'));
--EXPECT--
-> 143
-> 130
-> 129
bool(true)
bool(true)
int(0)
