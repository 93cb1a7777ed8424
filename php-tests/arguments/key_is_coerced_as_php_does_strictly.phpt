--TEST--
Under strict_types a key is a string, and everything else is refused in PHP's own words
--INI--
redislock.prefix=p:
--FILE--
<?php
declare(strict_types=1);
require __DIR__ . '/compare.inc';

$text = new class {
    public function __toString(): string
    {
        return 'text';
    }
};
compare(
    ['10', 10, -1.5, true, null, $text, new stdClass, opendir('.')],
    fn (mixed $value): string => (new RedisLock($value))->key(),
    fn (mixed $value): string => 'p:' . ltrim($value),
    ['ltrim()' => 'RedisLock::__construct()', '$string' => '$key', 'of type string' => 'of type array|string'],
);
--EXPECTF--
string "10": "p:10"
integer 10: TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type array|string, int given
double -1.5: TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type array|string, float given
boolean true: TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type array|string, %r(bool|true)%r given
NULL null: TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type array|string, null given
class@anonymous: TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type array|string, class@anonymous given
stdClass: TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type array|string, stdClass given
resource null: TypeError: RedisLock::__construct(): Argument #1 ($key) must be of type array|string, resource given
