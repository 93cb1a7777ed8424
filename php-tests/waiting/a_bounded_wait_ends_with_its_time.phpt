--TEST--
A wait for a holder who stays is false at its end: never before, and no slice or poll later
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$holder = new RedisLock(test_key(), 600, $redis->address());
$holder->acquire() || exit(1);
$lock = new RedisLock(test_key(), 600, $redis->address());

// Shorter than a slice, as long as one, longer.
foreach ([0.05, 1, 1.25] as $wait) {
    [$taken, $seconds] = timed(fn (): bool => $lock->acquire($wait));
    var_dump($taken);
    within($wait, $seconds, $wait + 0.5, "a wait of $wait s");
}
// The usual is what counts here; a busy machine may delay a single one.
$late = [];
for ($i = 0; $i < 9; $i++) {
    $late[] = timed(fn (): bool => $lock->acquire(0.05))[1] - 0.05;
}
sort($late);
within(0, $late[0], $late[8], 'none was early');
within(0, $late[4], 0.03, 'half of them ended within 30 ms');
var_dump($holder->isHeld(), RedisLock::stats()['contended'], RedisLock::stats()['waited']);
--EXPECT--
bool(false)
a wait of 0.05 s: yes
bool(false)
a wait of 1 s: yes
bool(false)
a wait of 1.25 s: yes
none was early: yes
half of them ended within 30 ms: yes
bool(true)
int(12)
int(12)
