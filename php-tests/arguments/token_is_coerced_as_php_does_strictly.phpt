--TEST--
Under strict_types a token is string or null, a server a list too, and all else is refused in PHP's own words
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
    array_filter($values, fn (mixed $value): bool => $value !== []),
    fn (mixed $value): RedisLock => new RedisLock('key', server: $value),
    fn (mixed $value): string => strip_tags('', $value),
    ['strip_tags()' => 'RedisLock::__construct()', '#2 ($allowed_tags)' => '#3 ($server)'],
);
--EXPECTF--
integer 10: TypeError: RedisLock::__construct(): Argument #4 ($token) must be of type ?string, int given
double -1.5: TypeError: RedisLock::__construct(): Argument #4 ($token) must be of type ?string, float given
boolean true: TypeError: RedisLock::__construct(): Argument #4 ($token) must be of type ?string, %r(bool|true)%r given
array []: TypeError: RedisLock::__construct(): Argument #4 ($token) must be of type ?string, array given
stdClass: TypeError: RedisLock::__construct(): Argument #4 ($token) must be of type ?string, stdClass given
integer 10: TypeError: RedisLock::__construct(): Argument #3 ($server) must be of type array|string|null, int given
double -1.5: TypeError: RedisLock::__construct(): Argument #3 ($server) must be of type array|string|null, float given
boolean true: TypeError: RedisLock::__construct(): Argument #3 ($server) must be of type array|string|null, %r(bool|true)%r given
stdClass: TypeError: RedisLock::__construct(): Argument #3 ($server) must be of type array|string|null, stdClass given
