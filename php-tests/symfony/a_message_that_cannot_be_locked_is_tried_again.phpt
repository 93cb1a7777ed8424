--TEST--
A message whose key another worker handles, or whose Redis is away, is not handled, and is tried again however often
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
$worker = new OnceWorker(new HandleOnce(server: $redis->address() . '?io_timeout=0.2'), fn (Bill $bill) => print "  handles {$bill->order}\n");
$lock = new RedisLock('messenger:async:Bill:1', 60, $redis->address());
$lock->acquire() || print("not acquired\n");
// The retries of a message that fails are one here.
$worker->run([new Bill('1')], fn (int $failures) => $failures === 3 && $lock->release());

echo "Redis is away:\n";
$redis->suspend();
$worker->run([new Bill('2')], fn (int $failures) => $failures === 3 && $redis->resume());
--EXPECT--
  again after RecoverableMessageHandlingException
  again after RecoverableMessageHandlingException
  again after RecoverableMessageHandlingException
  handles 1
  acknowledged 1, left 0
Redis is away:
  again after RecoverableMessageHandlingException
  again after RecoverableMessageHandlingException
  again after RecoverableMessageHandlingException
  handles 2
  acknowledged 1, left 0
