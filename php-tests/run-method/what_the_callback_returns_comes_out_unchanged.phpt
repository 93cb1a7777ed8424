--TEST--
run() returns what the callback returned: values of every type, the same object, an iterator
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 600, $redis->address());

$array = ['a' => [1, 2.5, ['deep' => "\xff\x00"]], 7 => null];
$kept = ['global' => $array];
foreach ([null, false, true, 0, -1, 0.1, '', 'text', "\xff\x00", [], $array, PHP_INT_MIN, NAN] as $value) {
    if ($lock->run(fn () => $value) !== $value) {
        var_dump($value);
    }
}
$object = new ArrayObject([1, 2, 3]);
var_dump($lock->run(fn () => $object) === $object);
var_dump($lock->run(function (): void {
}));
var_dump($lock->run(function &() use (&$kept): array {
    return $kept;
}) === $kept);
var_dump($lock->run(fn (): Iterator => new ArrayIterator(['first']))->current());
--EXPECT--
float(NAN)
bool(true)
NULL
bool(true)
string(5) "first"
