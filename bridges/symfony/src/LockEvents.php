<?php
// Owns that the extension's events of locks are taken out once, at the end of a request, command or message, and dispatched to all.
// Does not own what is done with them: listeners of LockEventsTaken do, such as the profiler's panel (LockCollector.php).

declare(strict_types=1);

namespace RedisLock\Symfony;

use Psr\Log\LoggerInterface;
use RedisLock;
use Symfony\Component\EventDispatcher\EventDispatcherInterface;
use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\HttpKernel\Event\RequestEvent;
use Symfony\Component\Messenger\Event\WorkerRunningEvent;
use Symfony\Component\Messenger\Event\WorkerStoppedEvent;

final class LockEvents implements EventSubscriberInterface
{
    public function __construct(
        private readonly EventDispatcherInterface $dispatcher,
        private readonly ?LoggerInterface $logger = null,
        private readonly ?LockNames $names = null,
    ) {
    }

    public static function getSubscribedEvents(): array
    {
        // After ReleaseLeftLocks, whose releases are events of the same request or message.
        return [
            'kernel.request' => ['beginRequest', 4097],
            'kernel.terminate' => ['take', -4096],
            'console.terminate' => ['take', -4096],
            WorkerRunningEvent::class => ['take', -4096],
            WorkerStoppedEvent::class => ['take', -4096],
        ];
    }

    /** What PHP released after the end of an earlier request of this process is no event of this one. */
    public function beginRequest(RequestEvent $event): void
    {
        if ($event->isMainRequest()) {
            $this->take();
        }
    }

    /** Takes the events out and dispatches them, if there is a listener; without one they stay for a caller of RedisLock::events(). */
    public function take(): void
    {
        $events = $this->dispatcher->hasListeners(LockEventsTaken::class) ? RedisLock::events() : [];
        if ($events === []) {
            return;
        }
        try {
            foreach ($this->names === null ? [] : $events as $at => $event) {
                $events[$at]['name'] = $this->names->name($event['key'], $event['name']);
            }
            $this->dispatcher->dispatch(new LockEventsTaken($events));
        } catch (\Throwable $thrown) {
            // The work is done, and a worker goes on: what a listener throws fails neither.
            $this->logger?->error('A listener for events of locks failed: {message}', ['message' => $thrown->getMessage(), 'exception' => $thrown]);
        }
        // Locks of the listeners themselves: dispatched next time, they would lead to more, without end.
        RedisLock::events();
    }
}
