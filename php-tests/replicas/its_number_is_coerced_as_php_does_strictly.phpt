--TEST--
Under strict_types replicas is an int, and everything else is refused in PHP's own words
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../arguments/compare.inc';

compare(
    [2, 2.0, '2', true, null, []],
    fn (mixed $value): bool => (new RedisLock('key', replicas: $value)) instanceof RedisLock,
    fn (mixed $value): bool => is_string(dechex($value)),
    ['dechex()' => 'RedisLock::__construct()', '#1 ($num)' => '#9 ($replicas)'],
);
--EXPECTF--
integer 2: true
double 2: TypeError: RedisLock::__construct(): Argument #9 ($replicas) must be of type int, float given
string "2": TypeError: RedisLock::__construct(): Argument #9 ($replicas) must be of type int, string given
boolean true: TypeError: RedisLock::__construct(): Argument #9 ($replicas) must be of type int, %r(bool|true)%r given
NULL null: TypeError: RedisLock::__construct(): Argument #9 ($replicas) must be of type int, null given
array []: TypeError: RedisLock::__construct(): Argument #9 ($replicas) must be of type int, array given
