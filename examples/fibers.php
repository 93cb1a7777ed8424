<?php
// Six transfers in one process, each in a Fiber. Those of one account take turns; the process sleeps only where all of them do.
// Run it: php examples/fibers.php
//
// A program on Revolt, Amp, ReactPHP or Swoole has its scheduler already: it needs RedisLock::waitUsing() alone, with its own loop's function.

declare(strict_types=1);

use RedisLock\EventLoop;

// In an application: composer require redislock/php, and vendor/autoload.php.
require __DIR__ . '/../bridges/php/src/EventLoop.php';

/** Runs Fibers until all have ended. Each suspends with what it waits for: a stream or null, whether to write, and seconds. */
final class Scheduler
{
    /** @var array<int, array{Fiber, resource|null, bool, float}> a Fiber, its stream, whether to write, and until when */
    private array $waits = [];

    public function start(callable $work, mixed ...$arguments): void
    {
        $fiber = new Fiber($work);
        $this->add($fiber, $fiber->start(...$arguments));
    }

    public function run(): void
    {
        while ($this->waits) {
            foreach ($this->ready() as $id) {
                $fiber = $this->waits[$id][0];
                unset($this->waits[$id]);
                $this->add($fiber, $fiber->resume());
            }
        }
    }

    private function add(Fiber $fiber, ?array $wait): void
    {
        if (!$fiber->isTerminated()) {
            [$stream, $write, $seconds] = $wait;
            $this->waits[spl_object_id($fiber)] = [$fiber, $stream, $write, microtime(true) + $seconds];
        }
    }

    /** Sleeps until a stream is ready or a time is over. */
    private function ready(): array
    {
        $read = $write = $none = [];
        foreach ($this->waits as $id => [, $stream, $isWrite]) {
            if ($stream !== null) {
                $isWrite ? $write[$id] = $stream : $read[$id] = $stream;
            }
        }
        $left = min(array_column($this->waits, 3)) - microtime(true);
        $microseconds = (int) ceil(1e6 * max(0, $left));
        $read || $write ? stream_select($read, $write, $none, 0, $microseconds) : usleep($microseconds);
        $now = microtime(true);

        return array_keys($read + $write + array_filter($this->waits, fn (array $wait): bool => $wait[3] <= $now));
    }
}

/** Stands for a query: suspends its Fiber until the database has replied. */
function query(float $seconds): void
{
    Fiber::suspend([null, false, $seconds]);
}

function transfer(string $account, int $number): void
{
    try {
        (new RedisLock("account:$account", ttl: 10))->run(function () use ($account, $number): void {
            echo "$account: transfer $number begins\n";
            query(0.2);
            echo "$account: transfer $number is booked\n";
        }, wait: 5);
    } catch (RedisLockNotAcquiredException) {
        echo "$account: no transfer $number, the account was busy for 5 seconds\n";
    } catch (RedisLockLostException $lost) {
        fwrite(STDERR, "$account: transfer $number was booked, and may not have been alone: {$lost->getMessage()}\n");
    } catch (RedisLockException $failure) {
        fwrite(STDERR, "$account: no transfer $number: {$failure->getMessage()}\n");
    }
}

// From here on a wait for a lock suspends its Fiber, and the one that holds the lock goes on. Without this line the second transfer would
// block the process, and with it the first, which could not release.
RedisLock::waitUsing(EventLoop::fiber());

$began = microtime(true);
$scheduler = new Scheduler();
foreach ([1, 2, 3] as $number) {
    $scheduler->start(transfer(...), 'ann', $number);
    $scheduler->start(transfer(...), 'bob', $number);
}
$scheduler->run();
printf("two accounts with three transfers of 0.2 s each took %.1f s\n", microtime(true) - $began);
