<?php
// Owns how Laravel's limiter of concurrent tasks is used, with its driver for phpredis.
// Does not measure.
// All of this folder take part in every benchmark.

declare(strict_types=1);

/** `Redis::funnel($key)->limit($permits)->releaseAfter($ttl)->block($wait)->then($callback)`: asks again after 250 ms. */
final class LaravelPermitsContender implements PermitsWaiter
{
    private readonly Illuminate\Redis\Connections\Connection $redis;
    private Illuminate\Redis\Limiters\ConcurrencyLimiterBuilder $limiter;
    /** Where the callback is that holds the permit. */
    private Fiber $callback;

    public static function title(): string
    {
        return LaravelContender::title();
    }

    public static function absence(): ?string
    {
        return LaravelContender::absence();
    }

    public function __construct(Address $address, bool $isPersistent = false)
    {
        $this->redis = LaravelContender::redis($address, $isPersistent)->connection();
    }

    public function choose(string $key): void
    {
        $this->choosePermits($key, 1);
    }

    public function choosePermits(string $key, int $permits): void
    {
        $this->limiter = $this->redis->funnel($key)->limit($permits)->releaseAfter(TTL);
    }

    public function acquire(): void
    {
        $this->acquireWithin(WAIT) || throw new RuntimeException('the wait is over');
    }

    /** The limiter releases when its callback returns: until release() that is suspended. */
    public function acquireWithin(float $seconds): bool
    {
        $limiter = $this->limiter->block((int) $seconds);
        $this->callback = new Fiber(fn () => $limiter->then(fn () => Fiber::suspend(), fn (): bool => false));
        $this->callback->start();

        return !$this->callback->isTerminated();
    }

    public function release(): void
    {
        $this->callback->resume();
    }
}
