--TEST--
A program that proc_open() has started knows no token: a release without a reply leaves its marker at the next contact, as without the program; after a fork it does not
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$server = $redis->address() . '?io_timeout=0.2';
$starts = [
    'nothing' => fn () => null,
    'exec' => fn () => exec('true'),
    'proc_open' => fn () => proc_close(proc_open(['true'], [], $pipes)),
    'proc_open, a shell' => fn () => proc_close(proc_open('true', [], $pipes)),
    'a fork' => fn () => ($child = pcntl_fork()) ? pcntl_waitpid($child, $status) : exit(0),
];
foreach ($starts as $name => $start) {
    $lock = new RedisLock(test_key(), 30, $server);
    $lock->acquire();
    $start();
    // Redis runs none of it, because the connections are closed before the pause is over.
    $redis->call('CLIENT', 'PAUSE', '60000', 'WRITE');
    $failed = throws(fn () => $lock->release(600)) !== '';
    $redis->call('CLIENT', 'UNPAUSE');
    unset($lock);
    // The next contact.
    (new RedisLock('other', 1, $server))->isLocked();
    echo $name, ': ', $failed ? '' : 'replied, ', str_starts_with($redis->call('GET', test_key()), 'rl_done') ? 'marked' : 'held', "\n";
    $redis->call('DEL', test_key());
}
--EXPECT--
nothing: marked
exec: marked
proc_open: marked
proc_open, a shell: marked
a fork: held
