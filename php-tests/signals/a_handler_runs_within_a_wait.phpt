--TEST--
A handler that returns runs within the wait, as soon as its signal comes, and the wait goes on to its end
--EXTENSIONS--
pcntl
posix
--FILE--
<?php
require __DIR__ . '/sender.inc';

$redis = RedisServer::start();
$lock = held_by_another($redis);
pcntl_async_signals(true);
$ran = [];
pcntl_signal(SIGUSR1, function () use (&$ran): void { $ran[] = now(); });

// In a slice that ends with the wait, and in one of several.
foreach ([0.8, 1.3] as $wait) {
    $sender = new Sender(fn () => until_blocked($redis), function (int $test): void {
        posix_kill($test, SIGUSR1);
        usleep(50_000);
        posix_kill($test, SIGUSR1);
    });
    [$taken, $seconds] = timed(fn (): bool => $lock->acquire($wait));
    $sent = $sender->sent();
    echo count($ran), ' times, ', $taken ? "acquired\n" : "refused\n";
    within(0, $ran[0] - $sent, 0.1, 'at once');
    within($wait, $seconds, $wait + 0.5, 'to its end');
    $ran = [];
}
show_what_is_left($redis, test_key());
--EXPECT--
2 times, refused
at once: yes
to its end: yes
2 times, refused
at once: yes
to its end: yes
left: nothing
