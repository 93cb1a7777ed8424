--TEST--
acquire(true) and acquire(false), which mean "block" in other libraries, are refused with or without strict_types
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
foreach (['', 'declare(strict_types=1);'] as $mode) {
    // eval has a mode of its own, and the calls have that of the code they are written in.
    $calls = eval($mode . <<<'PHP'
        return [
            fn () => $lock->acquire(true), fn () => $lock->acquire(wait: false),
            fn () => $lock->run(fn () => print("called\n"), true), fn () => $lock->run(fn () => print("called\n"), false),
        ];
        PHP);
    array_map(fn (callable $call) => print(throws($call) . "\n"), $calls);
}
var_dump(count($redis->clients()));
--EXPECTF--
TypeError: RedisLock::acquire(): Argument #1 ($wait) must be of type int|float, %r(bool|true)%r given
TypeError: RedisLock::acquire(): Argument #1 ($wait) must be of type int|float, %r(bool|false)%r given
TypeError: RedisLock::run(): Argument #2 ($wait) must be of type int|float, %r(bool|true)%r given
TypeError: RedisLock::run(): Argument #2 ($wait) must be of type int|float, %r(bool|false)%r given
TypeError: RedisLock::acquire(): Argument #1 ($wait) must be of type int|float, %r(bool|true)%r given
TypeError: RedisLock::acquire(): Argument #1 ($wait) must be of type int|float, %r(bool|false)%r given
TypeError: RedisLock::run(): Argument #2 ($wait) must be of type int|float, %r(bool|true)%r given
TypeError: RedisLock::run(): Argument #2 ($wait) must be of type int|float, %r(bool|false)%r given
int(0)
