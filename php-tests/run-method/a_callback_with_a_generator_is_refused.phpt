--TEST--
run() refuses a generator function before it sends anything, and a callback that returns a generator which has not ended
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
function rows(): iterable { echo "never\n"; yield 1; }
class Rows
{
    public static function all(): Generator { yield 1; }
    public function each(): Generator { yield 1; }
    public function __invoke(): Generator { yield 1; }
    public function __call(string $name, array $arguments): Generator { yield 1; }
}
$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 600, $redis->address());
$seen = $redis->monitor();
$functions = [function () { yield 1; }, fn () => yield 1, 'rows', rows(...), 'Rows::all', ['Rows', 'all'], [new Rows, 'each'], new Rows, Closure::fromCallable('rows')];
foreach (array_unique(array_map(fn ($generator) => throws(fn () => $lock->run($generator)), $functions)) as $refusal) {
    echo $refusal, "\n";
}
var_dump(count($seen()));

foreach ([fn () => rows(), [new Rows, 'magic'], function () { $rows = (new Rows)->each(); $rows->current(); return $rows; }] as $callback) {
    echo throws(fn () => $lock->run($callback)), ', ', $redis->call('EXISTS', test_key()), " left\n";
}
// What it returns may be anything else: work that is done, or an object that says how to begin.
$ended = $lock->run(function () { $rows = Rows::all(); iterator_to_array($rows); return $rows; });
var_dump($ended->valid(), $lock->run(fn () => new ArrayIterator([1])) instanceof Iterator, $lock->run(fn () => rows(...)) instanceof Closure);
$fiber = $lock->run(fn () => new Fiber(fn () => 1));
var_dump($fiber instanceof Fiber, $lock->run(fn () => 'held'));
--EXPECT--
TypeError: RedisLock::run(): Argument #1 ($critical) must not be a generator function, which does nothing before its generator is run: put the loop into the callback
int(0)
TypeError: RedisLock::run(): Argument #1 ($critical) must not return a generator that has not ended: the rest would run without the lock, which was released; put the loop into the callback, 0 left
TypeError: RedisLock::run(): Argument #1 ($critical) must not return a generator that has not ended: the rest would run without the lock, which was released; put the loop into the callback, 0 left
TypeError: RedisLock::run(): Argument #1 ($critical) must not return a generator that has not ended: the rest would run without the lock, which was released; put the loop into the callback, 0 left
bool(false)
bool(true)
bool(true)
bool(true)
string(4) "held"
