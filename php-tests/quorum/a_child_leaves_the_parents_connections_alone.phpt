--TEST--
A forked child writes nothing to its parent's connections to several servers, and neither ends nor extends its lock
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/quorum.inc';
require __DIR__ . '/../fork/child.inc';
$servers = servers(3);
$ids = fn (): array => array_map(fn (RedisServer $server): array => array_column($server->clients(), 'id'), $servers);

$lock = new RedisLock(test_key(), 600, addresses($servers));
var_dump($lock->acquire(), eventually(5, fn (): bool => $lock->isHeld() && array_map(count(...), $ids()) === [1, 1, 1]));
$before = $ids();
echo in_child(function () use ($lock, $servers): void {
    $own = new RedisLock(test_key('-own'), 600, addresses($servers));
    var_dump($own->acquire(), $lock->release(), $lock->extend(), $lock->isHeld());
}), "\n";
var_dump(eventually(5, fn (): bool => $ids() === $before), is_gone($servers, test_key('-own')));
var_dump($lock->extend(), $lock->isHeld(), $lock->release());
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
exit code 0
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
