--TEST--
A message with a key is handled once: a second one is acknowledged unhandled, and one whose handler threw is handled at its retry
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
$fails = 1;
$worker = new OnceWorker(new HandleOnce(server: $redis->address()), function (object $message) use (&$fails): void {
    echo "  handles {$message->order}\n";
    $message->order === 'fails' && $fails-- > 0 && throw new RuntimeException('not done');
});
$worker->run([new Bill('1'), new Bill('2'), new Bill('1')]);
echo "redelivered, and after a failure:\n";
$worker->run([new Bill('1'), new Bill('fails'), new Bill('fails')]);
echo "without a key, twice:\n";
$worker->run([(object) ['order' => 'any'], (object) ['order' => 'any']]);
echo "handled where it is dispatched:\n";
$worker->bus->dispatch(new Bill('1'));
$keys = array_filter($redis->call('KEYS', '*'), fn (string $key): bool => !str_contains($key, ':rl-'));
sort($keys);
echo implode("\n", $keys), "\n";
--EXPECT--
  handles 1
  handles 2
  acknowledged 3, left 0
redelivered, and after a failure:
  handles fails
  again after HandlerFailedException
  handles fails
  acknowledged 3, left 0
without a key, twice:
  handles any
  handles any
  acknowledged 2, left 0
handled where it is dispatched:
  handles 1
messenger:async:Bill:1
messenger:async:Bill:2
messenger:async:Bill:fails
