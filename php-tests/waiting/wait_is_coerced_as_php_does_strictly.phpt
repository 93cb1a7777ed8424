--TEST--
Under strict_types a wait is int or float, and everything else is refused in PHP's own words
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/../arguments/compare.inc';
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$redis->call('SET', test_key(), 'another');
$lock = new RedisLock(test_key(), 10, $redis->address());
// What run() says of its wait.
$waited = function (mixed $wait) use ($lock): float {
    try {
        $lock->run(fn () => null, $wait);
    } catch (RedisLockNotAcquiredException $refused) {
        return preg_match('/a wait of (\S+) s/', $refused->getMessage(), $found) ? (float) $found[1] : 0;
    }
};
compare(
    ['0.04', 0.04, ' 0.04', '0.04 ', '4e-2', '0', 0, null, 'abc', '0.04abc', '', [], new stdClass, opendir('.')],
    $waited,
    fn (mixed $wait): float => abs($wait),
    ['abs()' => 'RedisLock::run()', '#1 ($num)' => '#2 ($wait)'],
);
--EXPECT--
string "0.04": TypeError: RedisLock::run(): Argument #2 ($wait) must be of type int|float, string given
double 0.04: 0.04
string " 0.04": TypeError: RedisLock::run(): Argument #2 ($wait) must be of type int|float, string given
string "0.04 ": TypeError: RedisLock::run(): Argument #2 ($wait) must be of type int|float, string given
string "4e-2": TypeError: RedisLock::run(): Argument #2 ($wait) must be of type int|float, string given
string "0": TypeError: RedisLock::run(): Argument #2 ($wait) must be of type int|float, string given
integer 0: 0
NULL null: TypeError: RedisLock::run(): Argument #2 ($wait) must be of type int|float, null given
string "abc": TypeError: RedisLock::run(): Argument #2 ($wait) must be of type int|float, string given
string "0.04abc": TypeError: RedisLock::run(): Argument #2 ($wait) must be of type int|float, string given
string "": TypeError: RedisLock::run(): Argument #2 ($wait) must be of type int|float, string given
array []: TypeError: RedisLock::run(): Argument #2 ($wait) must be of type int|float, array given
stdClass: TypeError: RedisLock::run(): Argument #2 ($wait) must be of type int|float, stdClass given
resource null: TypeError: RedisLock::run(): Argument #2 ($wait) must be of type int|float, resource given
