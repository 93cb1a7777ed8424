--TEST--
Under strict_types autoRenew and fence are bools and renewFor is a number, and everything else is refused in PHP's own words
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../arguments/compare.inc';

foreach (['#6 ($autoRenew)' => 'autoRenew', '#8 ($fence)' => 'fence'] as $argument => $name) {
    compare(
        [true, false, 1, 'yes', null],
        fn (mixed $value): bool => (new RedisLock('key', ...[$name => $value])) instanceof RedisLock,
        fn (mixed $value): bool => microtime($value) != 0,
        ['microtime()' => 'RedisLock::__construct()', '#1 ($as_float)' => $argument],
    );
}
compare(
    [10, 0.5, '10', true, null, []],
    fn (mixed $value): bool => (new RedisLock('key', autoRenew: true, renewFor: $value)) instanceof RedisLock,
    fn (mixed $value): bool => abs($value) > 0,
    ['abs()' => 'RedisLock::__construct()', '#1 ($num)' => '#7 ($renewFor)'],
);
--EXPECTF--
boolean true: true
boolean false: true
integer 1: TypeError: RedisLock::__construct(): Argument #6 ($autoRenew) must be of type bool, int given
string "yes": TypeError: RedisLock::__construct(): Argument #6 ($autoRenew) must be of type bool, string given
NULL null: TypeError: RedisLock::__construct(): Argument #6 ($autoRenew) must be of type bool, null given
boolean true: true
boolean false: true
integer 1: TypeError: RedisLock::__construct(): Argument #8 ($fence) must be of type bool, int given
string "yes": TypeError: RedisLock::__construct(): Argument #8 ($fence) must be of type bool, string given
NULL null: TypeError: RedisLock::__construct(): Argument #8 ($fence) must be of type bool, null given
integer 10: true
double 0.5: true
string "10": TypeError: RedisLock::__construct(): Argument #7 ($renewFor) must be of type int|float, string given
boolean true: TypeError: RedisLock::__construct(): Argument #7 ($renewFor) must be of type int|float, %r(bool|true)%r given
NULL null: TypeError: RedisLock::__construct(): Argument #7 ($renewFor) must be of type int|float, null given
array []: TypeError: RedisLock::__construct(): Argument #7 ($renewFor) must be of type int|float, array given
