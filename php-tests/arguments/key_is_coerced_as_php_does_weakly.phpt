--TEST--
Without strict_types a key is coerced exactly as PHP's own functions coerce a string
--INI--
redislock.prefix=p:
--FILE--
<?php
require __DIR__ . '/compare.inc';

$text = new class {
    public function __toString(): string
    {
        return 'text';
    }
};
compare(
    ['10', 10, -1.5, 10.0, 1e25, true, false, null, $text, new stdClass, opendir('.')],
    fn (mixed $value): string => (new RedisLock($value))->key(),
    fn (mixed $value): string => 'p:' . ltrim($value),
    ['ltrim()' => 'RedisLock::__construct()', '$string' => '$key', 'of type string' => 'of type array|string'],
);
--EXPECT--
string "10": "p:10"
integer 10: "p:10"
double -1.5: "p:-1.5"
double 10: "p:10"
double 1.0e+25: "p:1.0E+25"
boolean true: "p:1"
boolean false: "p:"
NULL null: (RedisLock::__construct(): Passing null to parameter #1 ($key) of type array|string is deprecated) "p:"
class@anonymous: "p:text"
stdClass: TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type array|string, stdClass given
resource null: TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type array|string, resource given
