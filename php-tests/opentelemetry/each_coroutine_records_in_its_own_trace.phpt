--TEST--
Requests that fibers or coroutines serve side by side record in the traces that were current when they began, whichever ends first
--INI--
redislock.events=100
--FILE--
<?php
namespace Swoole {
    /** Stands in for Swoole's, as far as the bridge calls it. */
    final class Coroutine
    {
        public static ?object $context = null;

        public static function getContext(): ?object
        {
            return self::$context;
        }
    }
}

namespace {
    require __DIR__ . '/../support/redis.inc';
    require __DIR__ . '/opentelemetry.inc';
    $telemetry = new RedisLock\OpenTelemetry\LockTelemetry();
    $waited = fn (string $name): array => ['event' => 'refused', 'outcome' => 'timeout', 'key' => $name, 'keys' => 1, 'name' => $name,
        'label' => null, 'permit' => null, 'waited' => 0.5, 'held' => null, 'time' => microtime(true)];
    $begin = function (string $trace) use ($telemetry): void {
        $scope = (new OpenTelemetry\Context\Context($trace))->activate();
        $telemetry->begin();
        $scope->detach();
    };
    $request = fn (string $name): Fiber => new Fiber(function () use ($name, $begin, $telemetry, $waited): void {
        $begin("the trace of $name");
        Fiber::suspend();
        $telemetry->record([$waited($name)]);
    });
    [$first, $second, $third] = [$request('first'), $request('second'), new Fiber(fn () => $telemetry->record([$waited('third, which began none')]))];
    array_map(fn (Fiber $fiber) => $fiber->start(), [$first, $second, $third]);
    $first->resume();
    $second->resume();
    foreach (['begin', 'record'] as $step) {
        foreach (['a', 'b'] as $name) {
            Swoole\Coroutine::$context = $contexts[$name] ??= new ArrayObject();
            $step === 'begin' ? $begin("the trace of $name") : $telemetry->record([$waited($name)]);
        }
    }
    foreach (TelemetryInMemory::get()->spans as $span) {
        echo $span->name, ', in ', $span->parent, "\n";
    }
}
--EXPECT--
acquire third, which began none, in the trace of second
acquire first, in the trace of first
acquire second, in the trace of second
acquire a, in the trace of a
acquire b, in the trace of b
