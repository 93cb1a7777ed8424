--TEST--
The function for a loop that is not installed says what is missing
--FILE--
<?php
require __DIR__ . '/fibers.inc';

foreach (['revolt', 'react', 'swoole'] as $loop) {
    echo throws(fn () => RedisLock\EventLoop::$loop()), "\n";
}
--EXPECT--
LogicException: RedisLock\EventLoop::revolt() needs the package revolt/event-loop: composer require revolt/event-loop
LogicException: RedisLock\EventLoop::react() needs the package react/async 4: composer require react/async
LogicException: RedisLock\EventLoop::swoole() needs PHP's extension swoole, which is not loaded
