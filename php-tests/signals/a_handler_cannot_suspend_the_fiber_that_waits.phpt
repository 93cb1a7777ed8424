--TEST--
In a Fiber that waits a handler may not suspend, says PHP, and its FiberError ends the wait; one that returns does not
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/sender.inc';

$redis = RedisServer::start();
$lock = held_by_another($redis);
pcntl_async_signals(true);
$handlers = ['returns' => fn () => null, 'suspends' => fn () => Fiber::suspend('from the handler')];
foreach ($handlers as $what => $handler) {
    pcntl_signal(SIGUSR1, $handler);
    $sender = new Sender(fn () => until_blocked($redis));
    $fiber = new Fiber(function () use ($lock): string {
        Fiber::suspend();

        return $lock->acquire(0.7) ? 'acquired' : 'refused';
    });
    $fiber->start();
    echo "$what: ", throws(fn () => $fiber->resume()), "\n";
    $sender->sent();
    echo $fiber->isTerminated() ? 'terminated' : 'not terminated', $what === 'returns' ? ", {$fiber->getReturn()}\n" : "\n";
    show_what_is_left($redis, test_key());
}
// Other Fibers go on as before.
$fiber = new Fiber(fn () => print(Fiber::suspend() . "\n"));
$fiber->start();
$fiber->resume('resumed');
--EXPECT--
returns: nothing was thrown
terminated, refused
left: nothing
suspends: FiberError: Cannot switch fibers in current execution context
terminated
left: nothing
resumed
