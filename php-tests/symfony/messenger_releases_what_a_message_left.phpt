--TEST--
Between two messages of Messenger's worker what the first left is released and logged, also after it failed; the worker's own stays
--EXTENSIONS--
redislock
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/EventDispatcher', 'php-symfony-event-dispatcher');
needs_symfony('Component/Messenger', 'php-symfony-messenger');
--FILE--
<?php
require __DIR__ . '/worker.inc';
require_once symfony('Component/Messenger');

use Symfony\Component\Messenger\{Envelope, MessageBus, Worker};
use Symfony\Component\Messenger\Event\WorkerRunningEvent;
use Symfony\Component\Messenger\Handler\HandlersLocator;
use Symfony\Component\Messenger\Middleware\HandleMessageMiddleware;
use Symfony\Component\Messenger\Transport\Receiver\ReceiverInterface;

final class Message
{
    public function __construct(public string $key)
    {
    }
}

/** Has one message for each call. */
final class Messages implements ReceiverInterface
{
    private array $keys = ['first', 'inner outer', 'failing', 'stays', 'last'];

    public function get(): iterable
    {
        return array_map(fn (string $key): Envelope => new Envelope(new Message($key)), array_splice($this->keys, 0, 1));
    }

    public function ack(Envelope $envelope): void
    {
    }

    public function reject(Envelope $envelope): void
    {
    }
}

$redis = RedisServer::start();
$bus = new MessageBus([new HandleMessageMiddleware(new HandlersLocator([Message::class => [function (Message $message) use ($redis, &$bus): void {
    // A message that is handled inside another one ends nothing.
    foreach (array_slice(explode(' ', $message->key), 1) as $outer) {
        leave($redis, $outer);
        $bus->dispatch(new Message('inner'));

        return;
    }
    leave($redis, $message->key, $message->key !== 'stays');
    $message->key === 'failing' && throw new RuntimeException('not handled');
}]]))]);
leave($redis, 'own');
$dispatcher = dispatcher();
$dispatcher->addListener(WorkerRunningEvent::class, function (WorkerRunningEvent $event): void {
    $event->isWorkerIdle() && $event->getWorker()->stop();
});
(new Worker(['memory' => new Messages()], $bus, $dispatcher))->run(['sleep' => 0]);
leave($redis, 'after');
?>
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
