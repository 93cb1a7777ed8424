--TEST--
However a holder's script ends, its lock is released in a way that wakes a waiter at once
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$key = test_key();
foreach (['', 'exit(3);', 'throw new Exception;', 'no_such_function();', 'unset($lock); fgets(STDIN);'] as $end) {
    $holder = holder($redis, $key, end: $end);
    $waiter = waiter($redis, $key);
    until_blocked($redis);
    $said = now();
    $holder->say();
    // Its slice would end 1 s after it began, which was just now.
    within(0, acquired_at($waiter) - $said, 0.6, $end === '' ? 'the end of the file' : $end);
    $waiter->say();
    $waiter->wait();
}
--EXPECT--
the end of the file: yes
exit(3);: yes
throw new Exception;: yes
no_such_function();: yes
unset($lock); fgets(STDIN);: yes
