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
    /** How many holds began while another lasted. */
    public readonly int $overlaps;

    /**
     * @param list<array{wanted: int, began: int, ended: int, released: int}> $holds instants of the monotonic clock, in
     *     nanoseconds: acquire() called, acquire() returned, release() called, release() returned
     */
    public function __construct(public readonly array $holds)
    {
        usort($holds, fn (array $a, array $b): int => $a['began'] <=> $b['began']);
        [$handoffs, $changes, $overlaps, $last] = [[], [], 0, null];
        foreach ($holds as $hold) {
            if ($last !== null && $hold['began'] < $last['ended']) {
                $overlaps++;
            } elseif ($last !== null) {
                $handoffs[] = max(0, $hold['began'] - $last['released']);
                $changes[] = $hold['began'] - $last['ended'];
            }
            // Of two at once, the one that lasts longer.
            $last = $last === null || $hold['ended'] > $last['ended'] ? $hold : $last;
        }
        [$this->handoffs, $this->changes, $this->overlaps] = [$handoffs, $changes, $overlaps];
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
            'idle' => 100 * array_sum($this->handoffs) / 1e6 / $this->total(),
            'handoff' => median($this->handoffs) / 1e3,
            'change' => median($this->changes) / 1e3,
            'overlaps' => $this->overlaps,
        ];
    }
}

/** Microseconds of each hold: what a job of 1 ms that sleeps takes besides is the kernel's timer. */
const HOLD = 1_000;
