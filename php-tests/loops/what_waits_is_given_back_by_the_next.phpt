--TEST--
waitUsing() takes a callable or null, and returns what was set before
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';
function first() {}
function generates() { yield; }
// The suite may run with one in front.
RedisLock::waitUsing(null);
var_dump(RedisLock::waitUsing('first'));
$second = fn () => null;
var_dump(RedisLock::waitUsing($second));
var_dump(RedisLock::waitUsing(null) === $second);
var_dump(RedisLock::waitUsing(null));
foreach (['nosuch', 5, [], 'generates'] as $wrong) {
    echo throws(fn () => RedisLock::waitUsing($wrong)), "\n";
}
echo throws(fn () => RedisLock::waitUsing()), "\n";
--EXPECT--
NULL
string(5) "first"
bool(true)
NULL
TypeError: RedisLock::waitUsing(): Argument #1 ($wait) must be a valid callback or null, function "nosuch" not found or invalid function name
TypeError: RedisLock::waitUsing(): Argument #1 ($wait) must be a valid callback or null, no array or string given
TypeError: RedisLock::waitUsing(): Argument #1 ($wait) must be a valid callback or null, array callback must have exactly two members
TypeError: RedisLock::waitUsing(): Argument #1 ($wait) must not be a generator function, which does nothing before its generator is run: put the loop into the callback
ArgumentCountError: RedisLock::waitUsing() expects exactly 1 argument, 0 given
