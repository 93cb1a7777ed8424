--TEST--
Without strict_types a token is coerced exactly as PHP's own functions coerce ?string
--FILE--
<?php
require __DIR__ . '/compare.inc';

compare(
    ['10', 10, -1.5, 10.0, true, [], new stdClass],
    fn (mixed $value): string => (new RedisLock('key', token: $value))->token(),
    fn (mixed $value): string => ltrim($value),
    ['ltrim()' => 'RedisLock::__construct()', '#1 ($string)' => '#4 ($token)', 'type string' => 'type ?string'],
);
echo 'null, as left out: ', preg_replace('/[0-9a-f]{32}/', '(32 hex digits)', (new RedisLock('key', token: null))->token()), "\n";
--EXPECT--
string "10": "10"
integer 10: "10"
double -1.5: "-1.5"
double 10: "10"
boolean true: "1"
array []: TypeError: RedisLock::__construct(): Argument #4 ($token) must be of type ?string, array given
stdClass: TypeError: RedisLock::__construct(): Argument #4 ($token) must be of type ?string, stdClass given
null, as left out: rl_(32 hex digits)
