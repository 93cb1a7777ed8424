--TEST--
A handler that forks within a wait: the child ends, or waits on by itself, and both get the lock, one after the other
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/sender.inc';
require __DIR__ . '/../fork/child.inc';

$redis = RedisServer::start();
$test = getmypid();
pcntl_async_signals(true);
foreach (['the child exits' => true, 'the child waits on' => false] as $what => $exits) {
    $holder = holder($redis, test_key());
    $lock = new RedisLock(test_key(), 600, $redis->address());
    $children = [];
    pcntl_signal(SIGUSR1, function () use ($exits, &$children): void {
        $children[] = $child = pcntl_fork();
        if ($child === 0 && $exits) {
            exit(7);
        }
    });
    $sender = new Sender(fn () => until_blocked($redis), function (int $test) use ($redis, $exits, $holder): void {
        posix_kill($test, SIGUSR1);
        until_blocked($redis, $exits ? 1 : 2);
        $holder->say();
    });
    $taken = $lock->acquire(20);
    $held = $taken && $lock->isHeld() && $redis->call('GET', test_key()) === $lock->token();
    usleep(20_000);
    $released = $lock->release();
    if (getmypid() !== $test) {
        exit($held && $released ? 0 : 1);
    }
    $sender->sent();
    echo "$what: ", $held && $released ? 'held' : 'not held', ' by the parent, ', ending_of($children[0]), "\n";
    $holder->wait();
    show_what_is_left($redis);
}
--EXPECT--
the child exits: held by the parent, exit code 7
left: nothing
the child waits on: held by the parent, exit code 0
left: nothing
