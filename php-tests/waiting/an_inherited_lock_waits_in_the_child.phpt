--TEST--
A child of a fork waits for its parent's lock with the object it inherited and with one of its own
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/waiting.inc';
require __DIR__ . '/../fork/child.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 600, $redis->address());
foreach (['its own', 'the inherited'] as $whose) {
    var_dump($lock->acquire());
    $child = pcntl_fork();
    if ($child === 0) {
        $mine = $whose === 'its own' ? new RedisLock(test_key(), 600, $redis->address()) : $lock;
        // INF is no mistake here: who holds it is another process.
        var_dump($mine->acquire(INF), $mine->isHeld(), $mine->token() === $redis->call('GET', test_key()), $mine->release());
        exit(0);
    }
    until_blocked($redis);
    $token = $lock->token();
    var_dump($lock->release());
    echo ending_of($child), " with $whose object\n";
    var_dump($lock->token() === $token, $lock->isHeld());
}
show_what_is_left($redis);
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
exit code 0 with its own object
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
exit code 0 with the inherited object
bool(true)
bool(false)
left: nothing
