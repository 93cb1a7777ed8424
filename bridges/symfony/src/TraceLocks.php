<?php
// Owns that OpenTelemetry is told of locks, in the trace of the request, command or message that they belong to.
// Does not own what it is told (redislock/opentelemetry).

declare(strict_types=1);

namespace RedisLock\Symfony;

use RedisLock\OpenTelemetry\LockTelemetry;
use Symfony\Component\EventDispatcher\EventSubscriberInterface;
use Symfony\Component\HttpKernel\Event\RequestEvent;
use Symfony\Component\Messenger\Event\WorkerMessageReceivedEvent;

/** @internal */
final class TraceLocks implements EventSubscriberInterface
{
    public function __construct(private readonly LockTelemetry $telemetry)
    {
    }

    public static function getSubscribedEvents(): array
    {
        return [
            // Early, for a listener that gives a response is the last one; and after events of the request before were taken, at 4097.
            'kernel.request' => ['beginRequest', 4096],
            'console.command' => 'begin',
            // After listeners that begin the span of the message.
            WorkerMessageReceivedEvent::class => ['begin', -4096],
            // Before listeners of the application: one that throws would keep the events from it, and they are taken once.
            LockEventsTaken::class => ['record', 4096],
        ];
    }

    public function beginRequest(RequestEvent $event): void
    {
        if ($event->isMainRequest()) {
            $this->telemetry->begin();
        }
    }

    public function begin(): void
    {
        $this->telemetry->begin();
    }

    public function record(LockEventsTaken $taken): void
    {
        $this->telemetry->record($taken->events);
    }
}
