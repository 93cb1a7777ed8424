--TEST--
run() refuses what cannot be called in PHP's own words, and takes no lock for it
--FILE--
<?php
require __DIR__ . '/compare.inc';
require __DIR__ . '/../support/redis.inc';

final class Shop
{
    private function sell(): void
    {
    }
}
$redis = RedisServer::start();
compare(
    ['no_such_function', 'RedisLock::noSuchMethod', [new Shop(), 'sell'], ['RedisLock', 'acquire'], [1, 2], [], 42, null],
    fn (mixed $value): mixed => (new RedisLock(test_key(), 10, $redis->address()))->run($value),
    fn (mixed $value): mixed => call_user_func($value),
    ['call_user_func()' => 'RedisLock::run()', '($callback)' => '($critical)'],
);
echo 'acquired: ', RedisLock::stats()['acquired'], ', connections: ', count($redis->clients()), "\n";
--EXPECT--
string "no_such_function": TypeError: RedisLock::run(): Argument #1 ($critical) must be a valid callback, function "no_such_function" not found or invalid function name
string "RedisLock::noSuchMethod": TypeError: RedisLock::run(): Argument #1 ($critical) must be a valid callback, class RedisLock does not have a method "noSuchMethod"
array [{},"sell"]: TypeError: RedisLock::run(): Argument #1 ($critical) must be a valid callback, cannot access private method Shop::sell()
array ["RedisLock","acquire"]: TypeError: RedisLock::run(): Argument #1 ($critical) must be a valid callback, non-static method RedisLock::acquire() cannot be called statically
array [1,2]: TypeError: RedisLock::run(): Argument #1 ($critical) must be a valid callback, first array member is not a valid class name or object
array []: TypeError: RedisLock::run(): Argument #1 ($critical) must be a valid callback, array callback must have exactly two members
integer 42: TypeError: RedisLock::run(): Argument #1 ($critical) must be a valid callback, no array or string given
NULL null: TypeError: RedisLock::run(): Argument #1 ($critical) must be a valid callback, no array or string given
acquired: 0, connections: 0
