--TEST--
A list of five servers is one lock: every method needs a majority of them, and run() releases what it took
--FILE--
<?php
require __DIR__ . '/quorum.inc';
$servers = servers(5);
[$lock, $another] = [new RedisLock(test_key(), 10, addresses($servers)), new RedisLock(test_key(), 10, addresses($servers))];

var_dump($lock->acquire(), copies($servers, test_key()) >= 3, $lock->remaining() > 9);
var_dump($another->acquire(), $another->isLocked(), $another->holder() === $lock->token(), $another->release());
var_dump($lock->isHeld(), $lock->extend(20), $lock->remaining() > 19, $lock->fence());
$lock->ensureHeld();
var_dump($lock->release(), $lock->release(), is_gone($servers, test_key()));
echo $another->run(fn (RedisLock $held): string => $lock->acquire() ? 'two hold' : 'one holds'), "\n";
var_dump(is_gone($servers, test_key()), $lock->acquire(), $another->forceRelease(), $lock->isHeld());
print_r(array_filter(counters()));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
NULL
bool(true)
bool(false)
bool(true)
one holds
bool(true)
bool(true)
bool(true)
bool(false)
Array
(
    [acquired] => 3
    [contended] => 2
    [released] => 2
    [lost] => 1
)
