--TEST--
Under strict_types autoRelease is a bool, and everything else is refused in PHP's own words
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/compare.inc';

compare(
    [true, false, 1, '', 0.0, null, []],
    fn (mixed $value): bool => (new RedisLock('key', autoRelease: $value)) instanceof RedisLock,
    fn (mixed $value): bool => microtime($value) != 0,
    ['microtime()' => 'RedisLock::__construct()', '#1 ($as_float)' => '#5 ($autoRelease)'],
);
--EXPECT--
boolean true: true
boolean false: true
integer 1: TypeError: RedisLock::__construct(): Argument #5 ($autoRelease) must be of type bool, int given
string "": TypeError: RedisLock::__construct(): Argument #5 ($autoRelease) must be of type bool, string given
double 0: TypeError: RedisLock::__construct(): Argument #5 ($autoRelease) must be of type bool, float given
NULL null: TypeError: RedisLock::__construct(): Argument #5 ($autoRelease) must be of type bool, null given
array []: TypeError: RedisLock::__construct(): Argument #5 ($autoRelease) must be of type bool, array given
