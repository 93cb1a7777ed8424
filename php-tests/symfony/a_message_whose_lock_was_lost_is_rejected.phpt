--TEST--
A message whose lock was lost while it was handled is rejected and not handled again, since another may have handled it, too
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/EventDispatcher', 'php-symfony-event-dispatcher');
needs_symfony('Component/Messenger', 'php-symfony-messenger');
--FILE--
<?php
require __DIR__ . '/once.inc';

use RedisLock\Symfony\HandleOnce;

$redis = RedisServer::start();
$worker = new OnceWorker(new HandleOnce(server: $redis->address()), function (Bill $bill) use ($redis): void {
    echo "  handles {$bill->order}\n";
    (new RedisLock("messenger:async:Bill:$bill->order", server: $redis->address()))->forceRelease();
});
$worker->run([new Bill('1')]);
--EXPECT--
  handles 1
  rejected after UnrecoverableMessageHandlingException
  acknowledged 0, left 0
