--TEST--
A message that a sync transport handles where it is dispatched is handled each time; one that a worker took out of memory, once
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/EventDispatcher', 'php-symfony-event-dispatcher');
needs_symfony('Component/Messenger', 'php-symfony-messenger');
needs_symfony('Component/DependencyInjection', 'php-symfony-dependency-injection');
--FILE--
<?php
require __DIR__ . '/once.inc';

use RedisLock\Symfony\{HandledOnce, HandleOnce};
use Symfony\Component\DependencyInjection\Container;
use Symfony\Component\EventDispatcher\EventDispatcher;
use Symfony\Component\Messenger\{MessageBus, Worker};
use Symfony\Component\Messenger\Event\WorkerRunningEvent;
use Symfony\Component\Messenger\Handler\HandlersLocator;
use Symfony\Component\Messenger\Middleware\{HandleMessageMiddleware, SendMessageMiddleware};
use Symfony\Component\Messenger\Transport\Sender\SendersLocator;
use Symfony\Component\Messenger\Transport\Sync\SyncTransport;

require_once symfony('Component/DependencyInjection');

final class Letter implements HandledOnce
{
    public string $order = '2';

    public function handledOnceFor(): string
    {
        return $this->order;
    }
}

$redis = RedisServer::start();
$transports = new Container();
$bus = new MessageBus([
    new SendMessageMiddleware(new SendersLocator([Bill::class => ['now'], Letter::class => ['later']], $transports)),
    new HandleOnce(server: $redis->address()),
    new HandleMessageMiddleware(new HandlersLocator(['*' => [fn (object $message) => print '  handles ' . $message::class . " $message->order\n"]])),
]);
$transports->set('now', new SyncTransport($bus));
// Without a serializer it keeps all stamps. Symfony 6.3 has moved it.
$folder = 'Symfony\Component\Messenger\Transport';
$memory = class_exists("$folder\\InMemory\\InMemoryTransport") ? "$folder\\InMemory\\InMemoryTransport" : "$folder\\InMemoryTransport";
$transports->set('later', $later = new $memory());

foreach ([new Bill('1'), new Bill('1'), new Letter(), new Letter()] as $message) {
    $bus->dispatch($message);
}
echo count($later->getSent()), " are to be handled later\n";
$dispatcher = new EventDispatcher();
$dispatcher->addListener(WorkerRunningEvent::class, fn (WorkerRunningEvent $event) => $event->isWorkerIdle() && $event->getWorker()->stop());
(new Worker(['later' => $later], $bus, $dispatcher))->run(['sleep' => 0]);
echo implode(' ', preg_grep('/:rl-/', $redis->call('KEYS', '*'), PREG_GREP_INVERT)), "\n";
--EXPECT--
  handles Bill 1
  handles Bill 1
2 are to be handled later
  handles Letter 2
messenger:later:Letter:2
