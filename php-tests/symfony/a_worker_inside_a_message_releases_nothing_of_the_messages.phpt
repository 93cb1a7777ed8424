--TEST--
A worker of Messenger's that runs inside a message or a program releases nothing that these hold; what its last message left it does release
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
$work = messenger(dispatcher(), function (string $key) use ($redis, &$work): void {
    leave($redis, $key);
    if ($key === 'outer') {
        $work('inner');
        leave($redis, 'outer, again');
    }
});
leave($redis, 'program');
$work('first');
leave($redis, 'program, again');
$work('outer', 'last');
leave($redis, 'after');
--EXPECT--
program: none held
first: program held
  warning: Locks were still held at the end of a message or request of this worker, and were released: first.
program, again: program held
outer: program program, again held
inner: outer program program, again held
  warning: Locks were still held at the end of a message or request of this worker, and were released: inner.
outer, again: outer program program, again held
  warning: Locks were still held at the end of a message or request of this worker, and were released: outer, outer, again.
last: program program, again held
  warning: Locks were still held at the end of a message or request of this worker, and were released: last.
after: program program, again held