--TEST--
An object that is unset while a fiber waits by it waits on, and is released at its end; a second wait of one object is refused
--FILE--
<?php
require __DIR__ . '/line.inc';
[$redis, $lock, $holder] = held_in_the_loop();
$shared = $lock();
Loop::go(function () use (&$shared): void {
    $acquired = $shared->acquire(20);
    echo 'first: ', json_encode($acquired), "\n";
});
Loop::go(function () use (&$shared): void {
    echo 'second: ', preg_replace('/"[^"]*"/', '""', throws(fn () => $shared->acquire(20))), "\n";
    echo 'meanwhile: ', json_encode([$shared->isHeld(), $shared->release(), $shared->remaining()]), "\n";
    $shared = null;
});
Loop::go(function () use ($holder): void {
    Loop::sleep(0.1);
    $holder->release();
});
Loop::run();
var_dump($redis->call('EXISTS', test_key()));
--EXPECT--
second: LogicException: could not acquire lock "": this object is waiting for it already; use another object
meanwhile: [false,false,0]
first: true
int(0)
