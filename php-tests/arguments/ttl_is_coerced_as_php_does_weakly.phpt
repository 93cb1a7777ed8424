--TEST--
Without strict_types a ttl is coerced exactly as PHP's own functions coerce int|float
--FILE--
<?php
require __DIR__ . '/compare.inc';
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
// From here on an acquire is one SET.
(new RedisLock('first', server: $redis->address()))->run(fn () => null);
$commands = $redis->monitor();
// What Redis is told: EX with whole seconds.
$sent = function (mixed $ttl) use ($redis, $commands): int {
    (new RedisLock(test_key(), $ttl, $redis->address()))->acquire() || exit(1);
    $sets = array_filter($commands(), fn (array $words): bool => $words[0] === 'SET');

    return (int) end($sets)[5];
};
compare(
    ['10', 10, 10.0, ' 10', '10 ', '1e1', true, 'abc', '10abc', '', [], new stdClass, opendir('.')],
    $sent,
    fn (mixed $ttl): int => (int) abs($ttl),
    ['abs()' => 'RedisLock::__construct()', '#1 ($num)' => '#2 ($ttl)', 'int|float' => 'int|float|null'],
);
echo 'null, as left out: ', $sent(null), "\n";
echo 'false, which is 0: ', throws(fn () => $sent(false)), "\n";
--EXPECT--
string "10": 10
integer 10: 10
double 10: 10
string " 10": 10
string "10 ": 10
string "1e1": 10
boolean true: 1
string "abc": TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type int|float|null, string given
string "10abc": TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type int|float|null, string given
string "": TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type int|float|null, string given
array []: TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type int|float|null, array given
stdClass: TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type int|float|null, stdClass given
resource null: TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type int|float|null, resource given
null, as left out: 30
false, which is 0: ValueError: RedisLock::__construct(): Argument #2 ($ttl) must be at least 0.01 seconds, 0 given
