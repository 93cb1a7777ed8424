<?php
// Owns what OpenTelemetry is told of locks: a span for each wait, histograms of waits and holds, and what they are called.
// Does not take events from the extension: bridges of frameworks and shutdown functions do. Does not export.

declare(strict_types=1);

namespace RedisLock\OpenTelemetry;

use OpenTelemetry\API\Globals;
use OpenTelemetry\API\Metrics\HistogramInterface;
use OpenTelemetry\API\Metrics\MeterProviderInterface;
use OpenTelemetry\API\Trace\SpanKind;
use OpenTelemetry\API\Trace\StatusCode;
use OpenTelemetry\API\Trace\TracerProviderInterface;
use OpenTelemetry\Context\Context;
use OpenTelemetry\Context\ContextInterface;
use Swoole\Coroutine;

/**
 * Tells OpenTelemetry's API of events that RedisLock::events() returned. Without an SDK, or with one that is off, that does nothing.
 *
 *     $telemetry = new LockTelemetry();
 *     register_shutdown_function(fn () => $telemetry->record(RedisLock::events()));
 */
final class LockTelemetry
{
    /** The name of the tracer and of the meter. */
    private const SCOPE = 'redislock';
    /** The first version of OpenTelemetry's conventions in which those for databases, db.system.name among them, are stable. */
    private const SCHEMA = 'https://opentelemetry.io/schemas/1.33.0';
    /** Upper bounds in seconds: those of OpenTelemetry's db.client.operation.duration, and more, because locks are held for longer. */
    private const BOUNDS = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 600, 3600];

    /** @var \WeakMap<object, ContextInterface> Of each fiber or coroutine what its last begin() found. */
    private \WeakMap $contexts;
    private ?ContextInterface $latest = null;
    private ?HistogramInterface $waits = null;
    private ?HistogramInterface $holds = null;

    /** @param TracerProviderInterface|null $tracers null, and of $meters, too: the global one, from the first event on */
    public function __construct(private readonly ?TracerProviderInterface $tracers = null, private readonly ?MeterProviderInterface $meters = null)
    {
        $this->contexts = new \WeakMap();
    }

    /**
     * Has the waits of all events until the next call be children of the span that is current now, as that of a request is at its
     * beginning. When events are recorded it has usually ended. Without this call they are children of the span that is current then.
     * A fiber or coroutine records by its own call, and by the latest of others if it made none.
     */
    public function begin(): void
    {
        $this->latest = $this->contexts[$this->task()] = Context::getCurrent();
    }

    /** @param list<array<string, mixed>> $events as RedisLock::events() returns them; a bridge may have replaced their names */
    public function record(array $events): void
    {
        $context = $this->contexts[$this->task()] ?? $this->latest ?? Context::getCurrent();
        foreach ($events as $event) {
            // Releases name the wait of their acquire again.
            if ($event['waited'] > 0 && in_array($event['event'], ['acquired', 'refused', 'failed'], true)) {
                $this->span($event, $context);
                $this->waits ??= $this->histogram('redislock.wait.duration', 'How long acquires waited that had to wait');
                $this->waits->record($event['waited'], self::attributes($event), $context);
            } elseif ($event['held'] !== null) {
                $this->holds ??= $this->histogram('redislock.hold.duration', 'How long locks were held');
                $this->holds->record($event['held'], self::attributes($event), $context);
            }
        }
    }

    /** What stands for the fiber or coroutine that calls. */
    private function task(): object
    {
        return \Fiber::getCurrent() ?? (class_exists(Coroutine::class, false) ? Coroutine::getContext() : null) ?: $this;
    }

    private function span(array $event, ContextInterface $context): void
    {
        $end = (int) ($event['time'] * 1e9);
        $span = ($this->tracers ?? Globals::tracerProvider())->getTracer(self::SCOPE, phpversion('redislock') ?: null, self::SCHEMA)
            ->spanBuilder('acquire ' . self::text($event['name']))
            ->setParent($context)
            ->setSpanKind(SpanKind::KIND_CLIENT)
            ->setStartTimestamp($end - (int) ($event['waited'] * 1e9))
            ->setAttributes(self::attributes($event) + array_filter([
                'db.operation.name' => 'acquire',
                'redislock.key' => self::text($event['key']),
                'redislock.keys' => $event['keys'],
                'redislock.label' => self::text($event['label']),
                'redislock.permit' => $event['permit'],
            ], fn ($value): bool => $value !== null))
            ->startSpan();
        if ($event['event'] === 'failed') {
            $span->setStatus(StatusCode::STATUS_ERROR, $event['outcome']);
        }
        $span->end($end);
    }

    private function histogram(string $name, string $description): HistogramInterface
    {
        return ($this->meters ?? Globals::meterProvider())->getMeter(self::SCOPE, phpversion('redislock') ?: null, self::SCHEMA)
            ->createHistogram($name, 's', $description, ['ExplicitBucketBoundaries' => self::BOUNDS]);
    }

    /** What may be counted by: each has few values, where the name is what is left of a key without numbers. */
    private static function attributes(array $event): array
    {
        $attributes = [
            'db.system.name' => 'redis',
            'redislock.name' => self::text($event['name']),
            'redislock.event' => $event['event'],
            'redislock.outcome' => $event['outcome'],
        ];
        if (in_array($event['event'], ['failed', 'lost', 'expired'], true)) {
            $attributes['error.type'] = $event['outcome'];
        }

        return $attributes;
    }

    /** Exporters fail on text that is not UTF-8, as a long key is that was cut within a character. */
    private static function text(?string $bytes): ?string
    {
        return $bytes === null || preg_match('//u', $bytes) ? $bytes : preg_replace('/[^\x20-\x7e]/', '?', $bytes);
    }
}
