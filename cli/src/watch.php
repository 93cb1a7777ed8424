<?php
// Owns looking at a lock again and again: who held it, how often it changed hands, and whether its holders renew it.
// Does not say what follows from that (Explanation).

declare(strict_types=1);

namespace Redislock\Command;

final class Watch
{
    /** How much the time left may seem to have grown between two looks, in seconds: Redis rounds, and its clock may be slower than ours. */
    private const NOISE = 0.05;
    /** A renewal comes that much later than it is due, when its machine is busy. */
    private const LATE = 0.2;

    /** What the last look saw; null: the lock was free. */
    public ?array $lock = null;
    public int $looks = 0;
    public int $freeLooks = 0;
    public int $waitedLooks = 0;
    /** How often a holder was seen that had not been there at the look before; there may have been more in between. */
    public int $handovers = 0;

    private float $begin = 0.0;
    /** When the last look was sent, and when its reply was here: the server replied in between. */
    private float $sent = 0.0;
    private float $last = 0.0;
    /**
     * Those that the last look saw, by token: since when, whether they were seen to come, the time left at first, and at $at.
     *
     * @var array<string, array{since: float, isNew: bool, left: float, at: float, now: float, isRenewed: bool}>
     */
    private array $holders = [];

    /** @param \Closure(): ?array $describe */
    public function __construct(private \Closure $describe)
    {
    }

    /** Looks for so many seconds, at least twice. */
    public function during(float $seconds): void
    {
        $interval = min(0.25, max(0.02, $seconds / 50));
        $this->look();
        $end = $this->begin + $seconds;
        while (($left = $end - self::now()) > 0) {
            usleep((int) (min($interval, $left) * 1e6));
            $this->look();
        }
    }

    public function look(): void
    {
        $this->sent = self::now();
        $this->lock = ($this->describe)();
        $this->last = self::now();
        $this->looks++ === 0 && $this->begin = $this->last;
        $this->freeLooks += (int) ($this->lock === null);
        $this->waitedLooks += (int) ($this->lock['waiting'] ?? false);
        $seen = [];
        foreach (self::holders($this->lock) as $holder) {
            $before = $this->holders[self::id($holder)] ?? null;
            $seen[self::id($holder)] = $before === null ? $this->met($holder) : $this->seenAgain($before, $holder['remaining']);
        }
        $this->holders = $seen;
    }

    /** How long it was looked at. */
    public function seconds(): float
    {
        return $this->last - $this->begin;
    }

    /** @return list<array> those who hold a lock: of permits each, else the lock itself */
    public static function holders(?array $lock): array
    {
        return $lock === null ? [] : (Report::permits($lock)['holders'] ?? [$lock]);
    }

    /**
     * Whether a holder renews its lease. Renewal comes at a third of the ttl, so that before it two thirds of the ttl are left: what has not
     * come when half of the time left is over does not come. null: neither was seen.
     */
    public function isRenewed(array $holder): ?bool
    {
        $known = $this->holders[self::id($holder)] ?? null;

        return match (true) {
            $known === null || is_infinite($holder['remaining']) => null,
            $known['isRenewed'] => true,
            $this->sent - $known['since'] > self::patience($known['left']) => false,
            default => null,
        };
    }

    /** For how long a lock that has this time left must be watched until it is known whether it is renewed. */
    public static function patience(float $left): float
    {
        return $left / 2 + self::LATE;
    }

    /** How long ago the holder was first seen, if it was seen to come. */
    public function heldFor(array $holder): ?float
    {
        $known = $this->holders[self::id($holder)] ?? null;

        return $known !== null && $known['isNew'] ? self::now() - $known['since'] : null;
    }

    /** Of a token that is not told, what is told. */
    private static function id(array $holder): string
    {
        return ($holder['permit'] ?? '') . ':' . ($holder['token'] ?? $holder['type'] ?? '');
    }

    private function met(array $holder): array
    {
        $isNew = $this->looks > 1;
        $this->handovers += (int) $isNew;

        return ['since' => $this->last, 'isNew' => $isNew, 'left' => $holder['remaining'], 'at' => $this->last, 'isRenewed' => false, 'now' => $holder['remaining']];
    }

    private function seenAgain(array $before, float $left): array
    {
        // At least that much time was between the two: a reply may have come late to a busy machine.
        $hasGrown = $left > $before['now'] - max(0.0, $this->sent - $before['at']) + self::NOISE;

        return ['isRenewed' => $before['isRenewed'] || $hasGrown, 'at' => $this->last, 'now' => $left] + $before;
    }

    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }
}
