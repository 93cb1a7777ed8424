<?php
// Owns one hold as every contender does it, and what can be computed from many: handoffs and overlaps.
// Does not know who held, nor what is allowed.

declare(strict_types=1);

final class Holds
{
    /** @var list<int> nanoseconds from the return of release() to that of the next acquire(); 0 when it returned earlier */
    public readonly array $handoffs;
    /** @var list<int> nanoseconds from the call of release() to the return of the next acquire() */
    public readonly array $changes;
    /** How many holds began while as many others lasted as may. */
    public readonly int $overlaps;
    /** How many may last at once: of each key so many as it has permits. */
    private readonly int $places;

    /**
     * @param list<array{wanted: int, began: int, ended: int, released: int, keys?: list<string>}> $holds instants of the
     *     monotonic clock, in nanoseconds: acquire() called, acquire() returned, release() called, release() returned; and
     *     which keys were held, where that is not one for all
     * @param int $permits how many may hold a key at once
     */
    public function __construct(public readonly array $holds, int $permits = 1)
    {
        $keys = [];
        foreach ($holds as $hold) {
            foreach ($hold['keys'] ?? [''] as $key) {
                $keys[$key][] = $hold;
            }
        }
        $ofKeys = array_map(fn (array $ofKey): array => self::follow($ofKey, $permits), array_values($keys));
        $this->places = $permits * count($keys);
        $this->overlaps = array_sum(array_column($ofKeys, 'overlaps'));
        $this->handoffs = array_merge(...array_column($ofKeys, 'handoffs'));
        $this->changes = array_merge(...array_column($ofKeys, 'changes'));
    }

    /**
     * Follows each permit of one key from hold to hold. Of those that are free, the next hold has the one that has been so longest.
     *
     * @return array{handoffs: list<int>, changes: list<int>, overlaps: int}
     */
    private static function follow(array $holds, int $permits): array
    {
        usort($holds, fn (array $a, array $b): int => $a['began'] <=> $b['began']);
        [$handoffs, $changes, $overlaps] = [[], [], 0];
        // In the order of their ends: of each permit that was held so far, its last hold.
        $last = [];
        foreach ($holds as $hold) {
            $lasting = count(array_filter($last, fn (array $before): bool => $hold['began'] < $before['ended']));
            if ($lasting >= $permits) {
                $overlaps++;
            } elseif (count($last) === $permits) {
                $handoffs[] = max(0, $hold['began'] - $last[0]['released']);
                $changes[] = $hold['began'] - $last[0]['ended'];
            }
            $last[] = $hold;
            usort($last, fn (array $a, array $b): int => $a['ended'] <=> $b['ended']);
            $last = array_slice($last, -$permits);
        }

        return ['handoffs' => $handoffs, 'changes' => $changes, 'overlaps' => $overlaps];
    }

    /** One hold, as each process of each measurement does it. */
    public static function once(Waiter $contender): array
    {
        $wanted = hrtime(true);
        $contender->acquire();
        $began = hrtime(true);
        usleep(HOLD);
        $ended = hrtime(true);
        $contender->release();

        return ['wanted' => $wanted, 'began' => $began, 'ended' => $ended, 'released' => hrtime(true)];
    }

    /** From the first acquire() to the end of the last release(), in milliseconds. */
    public function total(): float
    {
        return (max(array_column($this->holds, 'released')) - min(array_column($this->holds, 'wanted'))) / 1e6;
    }

    /** @return array<string, float> the figures that burst and steady state share */
    public function figures(): array
    {
        return [
            'idle' => 100 * array_sum($this->handoffs) / 1e6 / $this->total() / $this->places,
            'handoff' => median($this->handoffs) / 1e3,
            'change' => median($this->changes) / 1e3,
            'overlaps' => $this->overlaps,
        ];
    }
}

/** Microseconds of each hold: what a job of 1 ms that sleeps takes besides is the kernel's timer. */
const HOLD = 1_000;
