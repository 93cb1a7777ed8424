--TEST--
However a forked child ends, its parent's lock stays
--EXTENSIONS--
pcntl
--INI--
display_errors=0
log_errors=0
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/child.inc';
$redis = RedisServer::start();
$key = test_key();

$ends = [
    'by returning' => fn () => null,
    'by exit' => fn () => exit(3),
    'by an exception' => fn () => throw new Exception(),
    'by a fatal error' => fn () => trigger_error('no way on', E_USER_ERROR),
    'by a time limit' => function (): void {
        set_time_limit(1);
        while (true);
    },
    'by a signal' => fn () => signal(getmypid(), 'TERM'),
];
$lock = new RedisLock($key, 600, $redis->address());
var_dump($lock->acquire());
foreach ($ends as $how => $end) {
    echo "$how: ", in_child($end), ', ', $redis->call('GET', $key) === $lock->token() ? 'still held' : 'gone', "\n";
}
var_dump($lock->isHeld(), $lock->release());
--EXPECT--
bool(true)
by returning: exit code 0, still held
by exit: exit code 3, still held
by an exception: exit code 255, still held
by a fatal error: exit code 255, still held
by a time limit: exit code 255, still held
by a signal: signal 15, still held
bool(true)
bool(true)
