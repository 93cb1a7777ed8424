--TEST--
autoRenew keeps a lock at memory: while PHP works, until renewFor is over; a loss is noticed, and releases end it
--INI--
redislock.server=memory:
--FILE--
<?php
require __DIR__ . '/../renewal/renewal.inc';

$lock = new RedisLock('key', 1.5, autoRenew: true);
$other = new RedisLock('key', 600);
var_dump($lock->acquire());
// Four extends are longer than its ttl.
while (RedisLock::stats()['renewed'] < 4) {
    $other->acquire() && exit("taken\n");
}
var_dump($lock->remaining() > 0, $lock->isHeld(), $lock->release(), $other->acquire(), $other->release());

$list = new RedisLock(['a', 'b'], 1.5, autoRenew: true);
$permit = new RedisLock('p', 1.5, permits: 2, autoRenew: true);
$bounded = new RedisLock('bounded', 1.5, autoRenew: true, renewFor: 2.5);
var_dump($list->acquire(), $permit->acquire(), $bounded->acquire());
usleep(2_000_000);
var_dump($bounded->isHeld());
var_dump(eventually(PATIENCE, fn (): bool => !$bounded->isLocked()), $list->isHeld(), $permit->isHeld());

(new RedisLock('b'))->forceRelease();
var_dump(eventually(PATIENCE, fn (): bool => state($list) === 'lost'), RedisLock::stats()['lost']);
unset($permit);
var_dump(count(RedisLock::locks()));
unset($list);
var_dump(RedisLock::locks());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(1)
int(1)
array(0) {
}
