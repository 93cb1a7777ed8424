--TEST--
Between two messages of Messenger's worker what the first left is released and logged, also after it failed; the worker's own stays
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
$work = messenger(dispatcher(), function (string $key, $bus) use ($redis): void {
    // A message that is handled inside another one ends nothing.
    foreach (array_slice(explode(' ', $key), 1) as $outer) {
        leave($redis, $outer);
        $bus->dispatch(new Message('inner'));

        return;
    }
    leave($redis, $key, $key !== 'stays');
    $key === 'failing' && throw new RuntimeException('not handled');
});
leave($redis, 'own');
$work('first', 'inner outer', 'failing', 'stays', 'last');
leave($redis, 'after');
--EXPECT--
own: none held
first: own held
  warning: Locks were still held at the end of a message or request of this worker, and were released: first.
outer: own held
inner: outer own held
  warning: Locks were still held at the end of a message or request of this worker, and were released: outer, inner.
failing: own held
  warning: Locks were still held at the end of a message or request of this worker, and were released: failing.
stays: own held
last: own stays held
  warning: Locks were still held at the end of a message or request of this worker, and were released: last.
after: own stays held
