--TEST--
After each message of Messenger's worker listeners get its events of locks, also of those that it left
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/EventDispatcher', 'php-symfony-event-dispatcher');
needs_symfony('Component/Messenger', 'php-symfony-messenger');
--INI--
redislock.events=100
--FILE--
<?php
require __DIR__ . '/messenger.inc';

use RedisLock\Symfony\LockEventsTaken;

$redis = RedisServer::start();
$dispatcher = dispatcher();
$dispatcher->addSubscriber(new RedisLock\Symfony\LockEvents($dispatcher, new PrintingLogger()));
$dispatcher->addListener(LockEventsTaken::class, function (LockEventsTaken $taken) use ($redis): void {
    foreach ($taken->events as $event) {
        echo "  $event[key] $event[event]: $event[outcome]\n";
    }
    // What a listener locks has no events: they would come after the next message, and lead to more.
    (new RedisLock('of the listener', 60, $redis->address()))->acquire() || exit(1);
    throw new RuntimeException('a listener fails');
});
messenger($dispatcher, fn (string $key) => leave($redis, $key))('first', 'second');
--EXPECT--
first: none held
  warning: Locks were still held at the end of a message or request of this worker, and were released: first.
  first acquired: free
  first released: release_all
  error: A listener for events of locks failed: a listener fails
second: none held
  warning: Locks were still held at the end of a message or request of this worker, and were released: second.
  second acquired: free
  second released: release_all
  error: A listener for events of locks failed: a listener fails
