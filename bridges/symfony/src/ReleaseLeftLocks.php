<?php
// Owns what becomes of the locks that a message or a request left to a process which goes on: they are released and logged.
// Does not own the release itself, which is one call of the extension's, nor locks of Symfony's LockFactory.
// Called by Symfony's event dispatcher, where services.yaml registers it.

declare(strict_types=1);

namespace RedisLock\Symfony;

use Psr\Log\LoggerInterface;
use RedisLock;
use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\HttpKernel\Event\RequestEvent;
use Symfony\Component\Messenger\Event\WorkerRunningEvent;
use Symfony\Component\Messenger\Event\WorkerStartedEvent;
use Symfony\Component\Messenger\Event\WorkerStoppedEvent;
use Symfony\Component\Messenger\Worker;

/**
 * Releases what a message of Messenger's, or a request of a server such as RoadRunner, left in a service, a static property or a cycle.
 *
 * To PHP such a worker is one script, at whose end alone it releases that. What the worker held before its first message or request
 * stays, and so does what was made with autoRelease: false, as the locks of a LockFactory are: Symfony's Lock says when they end.
 *
 * Where coroutines serve several requests at the same time RedisLock::waitUsing() has to be called: without it the end of one releases the
 * locks of the others.
 */
final class ReleaseLeftLocks implements EventSubscriberInterface
{
    /** How many leases this process had taken when it began to serve requests. */
    private ?int $own = null;

    /** @var \WeakMap<Worker, int> The same of each worker that runs: a handler may run one of its own, and each fiber, too. */
    private \WeakMap $workers;

    /** @param string $server The name of PHP's interface, PHP_SAPI by default: of all servers only those of cli need this class. */
    public function __construct(private readonly ?LoggerInterface $logger = null, private readonly string $server = \PHP_SAPI)
    {
        $this->workers = new \WeakMap();
    }

    public static function getSubscribedEvents(): array
    {
        return [
            'kernel.request' => ['beginRequest', 4096],
            // After the profiler's listener, which is at -1024.
            'kernel.terminate' => ['endRequest', -2048],
            WorkerStartedEvent::class => 'beginWorker',
            // After each message, once its exception is gone; and while there is none.
            WorkerRunningEvent::class => 'endMessage',
            WorkerStoppedEvent::class => 'endWorker',
        ];
    }

    public function beginWorker(WorkerStartedEvent $event): void
    {
        $this->workers[$event->getWorker()] = RedisLock::stats()['acquired'];
    }

    public function endMessage(WorkerRunningEvent $event): void
    {
        $this->release($this->workers[$event->getWorker()] ?? null);
    }

    public function endWorker(WorkerStoppedEvent $event): void
    {
        $this->release($this->workers[$event->getWorker()] ?? null);
        unset($this->workers[$event->getWorker()]);
    }

    /** php-fpm and Apache end PHP's own request, FrankenPHP tells the extension: without a beginning there is no end. */
    public function beginRequest(RequestEvent $event): void
    {
        if ($this->server === 'cli' && $event->isMainRequest()) {
            $this->own ??= RedisLock::stats()['acquired'];
        }
    }

    public function endRequest(): void
    {
        // A message's handler may call the kernel, and go on with its locks.
        $this->release(\count($this->workers) === 0 ? $this->own : null);
    }

    private function release(?int $since): void
    {
        $keys = $since === null ? [] : RedisLock::releaseAll($since);
        if ($keys !== []) {
            $this->logger?->warning('Locks were still held at the end of a message or request of this worker, and were released: {keys}.', ['keys' => implode(', ', $keys)]);
        }
    }
}
