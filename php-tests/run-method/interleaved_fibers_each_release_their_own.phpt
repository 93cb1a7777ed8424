--TEST--
run()s of Fibers that are suspended and resumed crosswise each release their own lock, at their own end
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();

$work = fn (string $name): Fiber => new Fiber(function () use ($name, $redis): string {
    $lock = new RedisLock(test_key($name), 600, $redis->address());

    return $lock->run(function () use ($name): string {
        Fiber::suspend();

        return Fiber::suspend() . " $name";
    });
});
$held = fn (string $name): string => $redis->call('EXISTS', test_key($name)) === 1 ? "$name held" : "$name free";
$show = fn () => print("{$held('a')}, {$held('b')}\n");

[$a, $b] = [$work('a'), $work('b')];
$a->start();
$b->start();
$show();
$a->resume();
$b->resume();
$show();
// The first that began is the first to end: on one stack it would be the last.
$a->resume('the result of');
$show();
echo $a->getReturn(), "\n";
echo throws(fn () => $b->throw(new DomainException('the end of b'))), "\n";
$show();
--EXPECT--
a held, b held
a held, b held
a free, b held
the result of a
DomainException: the end of b
a free, b free
