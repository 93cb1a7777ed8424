--TEST--
run()s of Fibers that are suspended and resumed crosswise each give back their own lock, at their own end
--EXTENSIONS--
redislock
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
$show = fn () => print(implode(' ', $redis->call('EXISTS', test_key('a'), test_key('b')) === 2 ? ['both held'] : array_filter(
    ['a', 'b'],
    fn (string $name): bool => $redis->call('EXISTS', test_key($name)) === 1,
)) . "\n");

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
try {
    $b->throw(new DomainException('the end of b'));
} catch (DomainException $caught) {
    echo $caught->getMessage(), "\n";
}
var_dump($redis->call('DBSIZE'));
--EXPECT--
both held
both held
b
the result of a
the end of b
int(0)
