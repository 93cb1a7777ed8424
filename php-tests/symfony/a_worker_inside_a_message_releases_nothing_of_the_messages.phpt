--TEST--
A worker of Messenger's that runs inside a message or a program releases nothing that these hold; what its last message left it does release
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

/** Has one message for each call, and stops its worker after the last. */
final class Messages implements ReceiverInterface
{
    public function __construct(private array $keys)
    {
    }

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
$dispatcher = dispatcher();
$dispatcher->addListener(WorkerRunningEvent::class, function (WorkerRunningEvent $event): void {
    $event->isWorkerIdle() && $event->getWorker()->stop();
});
$work = function (string ...$keys) use ($dispatcher, &$bus): void {
    (new Worker(['memory' => new Messages($keys)], $bus, $dispatcher))->run(['sleep' => 0]);
};
$bus = new MessageBus([new HandleMessageMiddleware(new HandlersLocator([Message::class => [function (Message $message) use ($redis, $work): void {
    leave($redis, $message->key);
    if ($message->key === 'outer') {
        $work('inner');
        leave($redis, 'outer, again');
    }
}]]))]);
leave($redis, 'program');
$work('first');
leave($redis, 'program, again');
$work('outer', 'last');
leave($redis, 'after');
?>
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