--TEST--
Under strict_types a token and a server are string or null, and everything else is refused in PHP's own words
--EXTENSIONS--
redislock
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/compare.inc';

$values = [10, -1.5, true, [], new stdClass];
compare(
    $values,
    fn (mixed $value): string => (new RedisLock('key', token: $value))->token(),
    fn (mixed $value): string => ltrim($value),
    ['ltrim()' => 'RedisLock::__construct()', '#1 ($string)' => '#4 ($token)', 'type string' => 'type ?string'],
);
compare(
    $values,
    fn (mixed $value): RedisLock => new RedisLock('key', server: $value),
    fn (mixed $value): string => ltrim($value),
    ['ltrim()' => 'RedisLock::__construct()', '#1 ($string)' => '#3 ($server)', 'type string' => 'type ?string'],
);
?>
--EXPECT--
integer 10: TypeError: RedisLock::__construct(): Argument #4 ($token) must be of type ?string, int given
double -1.5: TypeError: RedisLock::__construct(): Argument #4 ($token) must be of type ?string, float given
boolean true: TypeError: RedisLock::__construct(): Argument #4 ($token) must be of type ?string, bool given
array []: TypeError: RedisLock::__construct(): Argument #4 ($token) must be of type ?string, array given
stdClass: TypeError: RedisLock::__construct(): Argument #4 ($token) must be of type ?string, stdClass given
integer 10: TypeError: RedisLock::__construct(): Argument #3 ($server) must be of type ?string, int given
double -1.5: TypeError: RedisLock::__construct(): Argument #3 ($server) must be of type ?string, float given
boolean true: TypeError: RedisLock::__construct(): Argument #3 ($server) must be of type ?string, bool given
array []: TypeError: RedisLock::__construct(): Argument #3 ($server) must be of type ?string, array given
stdClass: TypeError: RedisLock::__construct(): Argument #3 ($server) must be of type ?string, stdClass given
