--TEST--
Without strict_types autoRelease is coerced exactly as PHP's own functions coerce bool
--FILE--
<?php
require __DIR__ . '/compare.inc';
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$isReleased = function (mixed $autoRelease) use ($redis): bool {
    $redis->call('FLUSHALL');
    $lock = new RedisLock(test_key(), 10, $redis->address(), null, $autoRelease);
    $lock->acquire() || exit(1);
    unset($lock);

    return $redis->call('DBSIZE') === 0;
};
compare(
    [true, false, 1, 0, '', '0', 'no', 0.0, 0.5, null, [], new stdClass],
    $isReleased,
    fn (mixed $value): bool => is_float(microtime($value)),
    ['microtime()' => 'RedisLock::__construct()', '#1 ($as_float)' => '#5 ($autoRelease)'],
);
--EXPECT--
boolean true: true
boolean false: false
integer 1: true
integer 0: false
string "": false
string "0": false
string "no": true
double 0: false
double 0.5: true
NULL null: (RedisLock::__construct(): Passing null to parameter #5 ($autoRelease) of type bool is deprecated) false
array []: TypeError: RedisLock::__construct(): Argument #5 ($autoRelease) must be of type bool, array given
stdClass: TypeError: RedisLock::__construct(): Argument #5 ($autoRelease) must be of type bool, stdClass given
