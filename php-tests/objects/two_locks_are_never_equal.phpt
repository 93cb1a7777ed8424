--TEST--
Two locks are not equal by ==, whatever their keys, and none is less than another
--FILE--
<?php
[$one, $same, $other] = [new RedisLock('a', server: 'memory:'), new RedisLock('a', server: 'memory:'), new RedisLock('b', server: 'memory:')];
var_dump($one == $one, $one === $one, $one == $same, $one == $other, $one < $other, $one > $other, $one <= $other, $one <=> $other, $other <=> $one);
var_dump(in_array($other, [$one]), array_search($other, [$one, $same, $other]), count(array_unique([$one, $same], SORT_REGULAR)), [$one] == [$other]);
var_dump($one == new stdClass, $one == null, $one == true);
echo match (true) { $one == $same => 'equal', default => 'never' }, "\n";
--EXPECT--
bool(true)
bool(true)
bool(false)
bool(false)
bool(false)
bool(false)
bool(false)
int(1)
int(1)
bool(false)
int(2)
int(2)
bool(false)
bool(false)
bool(false)
bool(true)
never
