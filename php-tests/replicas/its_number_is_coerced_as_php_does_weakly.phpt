--TEST--
Without strict_types replicas is coerced exactly as PHP's own functions coerce int
--FILE--
<?php
require __DIR__ . '/../arguments/compare.inc';

compare(
    ['2', 2, 2.0, 1.5, '1.5', ' 2', '2 ', '1e1', true, false, null, 1e20, NAN, 'abc', '2abc', '', [], new stdClass],
    fn (mixed $value): bool => (new RedisLock('key', replicas: $value)) instanceof RedisLock,
    fn (mixed $value): bool => is_string(dechex($value)),
    ['dechex()' => 'RedisLock::__construct()', '#1 ($num)' => '#9 ($replicas)'],
);
--EXPECT--
string "2": true
integer 2: true
double 2: true
double 1.5: (Implicit conversion from float 1.5 to int loses precision) true
string "1.5": (Implicit conversion from float-string "1.5" to int loses precision) true
string " 2": true
string "2 ": true
string "1e1": true
boolean true: true
boolean false: true
NULL null: (RedisLock::__construct(): Passing null to parameter #9 ($replicas) of type int is deprecated) true
double 1.0e+20: TypeError: RedisLock::__construct(): Argument #9 ($replicas) must be of type int, float given
double 0: TypeError: RedisLock::__construct(): Argument #9 ($replicas) must be of type int, float given
string "abc": TypeError: RedisLock::__construct(): Argument #9 ($replicas) must be of type int, string given
string "2abc": TypeError: RedisLock::__construct(): Argument #9 ($replicas) must be of type int, string given
string "": TypeError: RedisLock::__construct(): Argument #9 ($replicas) must be of type int, string given
array []: TypeError: RedisLock::__construct(): Argument #9 ($replicas) must be of type int, array given
stdClass: TypeError: RedisLock::__construct(): Argument #9 ($replicas) must be of type int, stdClass given
