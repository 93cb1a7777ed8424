--TEST--
Of two workers of Messenger's in two fibers each releases what its own messages left, also after the other has stopped or died; its own stays
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/EventDispatcher', 'php-symfony-event-dispatcher');
needs_symfony('Component/Messenger', 'php-symfony-messenger');
--FILE--
<?php
require __DIR__ . '/messenger.inc';

$redis = RedisServer::start();
RedisLock::waitUsing(fn () => false);
$dispatcher = dispatcher();
$dispatcher->addListener(WorkerRunningEvent::class, function () use (&$dies): void {
    $dies && throw new LogicException('a listener');
}, -1);
$work = messenger($dispatcher, function (string $key) use ($redis): void {
    leave($redis, $key);
    Fiber::suspend();
});
$worker = fn (string $own, string ...$keys): Fiber => new Fiber(function () use ($redis, $work, $own, $keys): void {
    leave($redis, $own);
    $work(...$keys);
});
[$first, $second, $third] = [$worker('own-1', 'a'), $worker('own-2', 'b', 'c'), $worker('own-3', 'd')];
$first->start();
$second->start();
$third->start();
$first->resume();
try {
    $dies = true;
    $third->resume();
} catch (LogicException) {
    $dies = false;
}
$second->resume();
$second->resume();
unset($first, $third);
leave($redis, 'after');
--EXPECT--
own-1: none held
a: own-1 held
own-2: a own-1 held
b: a own-1 own-2 held
own-3: a b own-1 own-2 held
d: a b own-1 own-2 own-3 held
  warning: Locks were still held at the end of a message or request of this worker, and were released: a.
  warning: Locks were still held at the end of a message or request of this worker, and were released: d.
  warning: Locks were still held at the end of a message or request of this worker, and were released: b.
c: own-1 own-2 own-3 held
  warning: Locks were still held at the end of a message or request of this worker, and were released: c.
after: own-1 own-2 own-3 held
