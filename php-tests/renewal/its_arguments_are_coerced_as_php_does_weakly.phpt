--TEST--
Without strict_types autoRenew and fence are coerced as PHP coerces bool, renewFor as int|float; a bool is no number of seconds
--FILE--
<?php
require __DIR__ . '/../arguments/compare.inc';
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

// With a ttl of INF autoRenew is refused: that tells whether it was true.
$renews = function (mixed $autoRenew): bool {
    try {
        return !new RedisLock('key', INF, autoRenew: $autoRenew);
    } catch (ValueError) {
        return true;
    }
};
$numbers = function (mixed $fence) use ($redis): bool {
    $lock = new RedisLock(test_key(), 10, $redis->address(), fence: $fence);
    $lock->acquire() || exit(1);

    return $lock->fence() !== null;
};
foreach (['#6 ($autoRenew)' => $renews, '#8 ($fence)' => $numbers] as $argument => $ours) {
    compare(
        [true, 1, '', '0', 'no', 0.5, null, [], new stdClass],
        $ours,
        fn (mixed $value): bool => is_float(microtime($value)),
        ['microtime()' => 'RedisLock::__construct()', '#1 ($as_float)' => $argument],
    );
}
compare(
    ['10', 10, 10.5, ' 10', '10 ', '1e1', null, 'abc', '10abc', '', [], new stdClass],
    fn (mixed $value): bool => (new RedisLock('key', autoRenew: true, renewFor: $value)) instanceof RedisLock,
    fn (mixed $value): bool => abs($value) > 0 || throw new ValueError('abs(): Argument #1 ($num) must be greater than 0 seconds'),
    ['abs()' => 'RedisLock::__construct()', '#1 ($num)' => '#7 ($renewFor)'],
);
try {
    new RedisLock('key', autoRenew: true, renewFor: true);
} catch (TypeError $error) {
    // PHP says `true` from 8.3 on.
    echo str_replace(' true given', ' bool given', $error->getMessage()), "\n";
}
--EXPECT--
boolean true: true
integer 1: true
string "": false
string "0": false
string "no": true
double 0.5: true
NULL null: (RedisLock::__construct(): Passing null to parameter #6 ($autoRenew) of type bool is deprecated) false
array []: TypeError: RedisLock::__construct(): Argument #6 ($autoRenew) must be of type bool, array given
stdClass: TypeError: RedisLock::__construct(): Argument #6 ($autoRenew) must be of type bool, stdClass given
boolean true: true
integer 1: true
string "": false
string "0": false
string "no": true
double 0.5: true
NULL null: (RedisLock::__construct(): Passing null to parameter #8 ($fence) of type bool is deprecated) false
array []: TypeError: RedisLock::__construct(): Argument #8 ($fence) must be of type bool, array given
stdClass: TypeError: RedisLock::__construct(): Argument #8 ($fence) must be of type bool, stdClass given
string "10": true
integer 10: true
double 10.5: true
string " 10": true
string "10 ": true
string "1e1": true
NULL null: (RedisLock::__construct(): Passing null to parameter #7 ($renewFor) of type int|float is deprecated) ValueError: RedisLock::__construct(): Argument #7 ($renewFor) must be greater than 0 seconds
string "abc": TypeError: RedisLock::__construct(): Argument #7 ($renewFor) must be of type int|float, string given
string "10abc": TypeError: RedisLock::__construct(): Argument #7 ($renewFor) must be of type int|float, string given
string "": TypeError: RedisLock::__construct(): Argument #7 ($renewFor) must be of type int|float, string given
array []: TypeError: RedisLock::__construct(): Argument #7 ($renewFor) must be of type int|float, array given
stdClass: TypeError: RedisLock::__construct(): Argument #7 ($renewFor) must be of type int|float, stdClass given
RedisLock::__construct(): Argument #7 ($renewFor) must be of type int|float, bool given
