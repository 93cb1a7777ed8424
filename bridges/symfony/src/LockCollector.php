<?php
// Owns what the profiler's panel "Locks" shows: each lock of a request with its wait, its hold and what became of it.
// Does not own how it looks (templates/locks.html.twig), nor when events are taken (LockEvents.php).

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;
use Symfony\Component\HttpKernel\DataCollector\DataCollector;
use Symfony\Component\HttpKernel\DataCollector\LateDataCollectorInterface;
use Symfony\Component\HttpKernel\Event\RequestEvent;

/** @internal */
final class LockCollector extends DataCollector implements EventSubscriberInterface, LateDataCollectorInterface
{
    /** @var \ArrayObject<int, array<string, mixed>> The events of this request; an object, because the profiler collects by clones. */
    private \ArrayObject $taken;

    /** @var \WeakMap<Request, \ArrayObject> The same of each main request: coroutines serve several, and events do not tell whose they are. */
    private \WeakMap $requests;

    public function __construct(private readonly LockEvents $events)
    {
        $this->taken = new \ArrayObject();
        $this->requests = new \WeakMap();
    }

    public static function getSubscribedEvents(): array
    {
        // Before listeners of the application: one that throws would keep the events from it, and they are taken once.
        return ['kernel.request' => ['beginRequest', 4096], LockEventsTaken::class => ['keep', 4096]];
    }

    public function beginRequest(RequestEvent $event): void
    {
        if ($event->isMainRequest()) {
            $this->requests[$event->getRequest()] = $this->taken = new \ArrayObject();
        }
    }

    public function keep(LockEventsTaken $taken): void
    {
        foreach ($this->requests as $all) {
            foreach ($taken->events as $event) {
                $all[] = $event;
            }
        }
    }

    public function collect(Request $request, Response $response, ?\Throwable $exception = null): void
    {
        $this->taken = $this->requests[$request] ?? $this->taken;
    }

    public function lateCollect(): void
    {
        $this->events->take();
        $this->data = ['limit' => (int) \ini_get('redislock.events'), 'locks' => self::locks($this->taken->getArrayCopy())];
    }

    public function reset(): void
    {
        $this->data = [];
    }

    /** The most events that are kept until they are taken; 0: none, and nothing is known. */
    public function getLimit(): int
    {
        return $this->data['limit'] ?? 0;
    }

    /** @return list<array<string, mixed>> */
    public function getLocks(): array
    {
        return $this->data['locks'] ?? [];
    }

    /** How many ended so: with an `end` of held, refused, failed, released, lost, expired or abandoned. */
    public function count(string ...$ends): int
    {
        return \count(array_filter($this->getLocks(), fn (array $lock): bool => \in_array($lock['end'], $ends, true)));
    }

    public function getWaited(): float
    {
        return array_sum(array_column($this->getLocks(), 'waited'));
    }

    public function getName(): string
    {
        return 'redislock';
    }

    /**
     * One entry for each acquire and what became of it, in the order of the acquires: the event of its end, which is `end` by itself, and
     * when the acquire `began`.
     *
     * @param list<array<string, mixed>> $events
     *
     * @return list<array<string, mixed>>
     */
    private static function locks(array $events): array
    {
        $locks = [];
        // By key and permit: the entry whose lease may still be released, and the one whose lock has not told its end. What a copy of a
        // Key releases is the lease of another lock, so that its event has no hold; and that lock, which does not know, may leave it later.
        $open = [];
        $untold = [];
        foreach ($events as $event) {
            $lease = $event['key'].' '.$event['permit'];
            $entry = ['end' => $event['event'], 'began' => $event['time'] - $event['waited']] + $event;
            if ($event['event'] === 'acquired') {
                $open[$lease] = $untold[$lease] = \count($locks);
                $locks[] = ['end' => 'held'] + $entry;
                continue;
            }
            if (\in_array($event['event'], ['refused', 'failed'], true)) {
                $locks[] = $entry;
                continue;
            }
            $at = $event['held'] === null ? $open[$lease] ?? null : $untold[$lease] ?? null;
            $isLeft = $event['outcome'] === 'left';
            if ($event['held'] !== null) {
                unset($untold[$lease]);
            }
            if (!$isLeft) {
                unset($open[$lease]);
            }
            if ($at === null) {
                // Of a lease from before the request, or one whose acquire was overwritten.
                $locks[] = ['began' => $event['time'] - (float) $event['held'], 'waited' => 0.0] + $entry;
            } elseif (!$isLeft || $locks[$at]['end'] === 'held') {
                ['began' => $began, 'waited' => $waited] = $locks[$at];
                $held = $event['held'] ?? max(0.0, $event['time'] - $began - $waited);
                $locks[$at] = ['began' => $began, 'waited' => $waited, 'held' => $held] + $entry;
            }
        }

        return $locks;
    }
}
