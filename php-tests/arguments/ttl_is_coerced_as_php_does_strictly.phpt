--TEST--
Under strict_types a ttl is int, float or null, and everything else is refused in PHP's own words
--FILE--
<?php
declare(strict_types=1);
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
    [10, 10.0, '10', true, false, 'abc', [], new stdClass, opendir('.')],
    $sent,
    fn (mixed $ttl): int => (int) abs($ttl),
    ['abs()' => 'RedisLock::__construct()', '#1 ($num)' => '#2 ($ttl)', 'int|float' => 'int|float|null'],
);
echo 'null, as left out: ', $sent(null), "\n";
--EXPECTF--
integer 10: 10
double 10: 10
string "10": TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type int|float|null, string given
boolean true: TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type int|float|null, %r(bool|true)%r given
boolean false: TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type int|float|null, %r(bool|false)%r given
string "abc": TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type int|float|null, string given
array []: TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type int|float|null, array given
stdClass: TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type int|float|null, stdClass given
resource null: TypeError: RedisLock::__construct(): Argument #2 ($ttl) must be of type int|float|null, resource given
null, as left out: 30
