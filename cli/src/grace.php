<?php
// Owns when `redislock run --on-lost` ends its command: how much of the ttl must be left, and when SIGKILL is due.
// Does not send signals (Run), nor know what is left of the lock.

declare(strict_types=1);

namespace Redislock\Command;

final class Grace
{
    /** How long a command has between SIGTERM and SIGKILL where --kill-after does not say it: seconds, and at most this share of the ttl. */
    private const USUAL = [10.0, 1 / 3];
    /**
     * The share of the ttl that there may be for it before the lock ends. Renewal comes when two thirds of the ttl are left, tries again
     * each twelfth, and may be late on a busy machine, by so many seconds: a Redis that is away for a moment ends no command.
     */
    private const ROOM = 1 / 2;
    private const RENEWAL = 2 / 3;
    private const LATE = 0.25;
    /** What SIGKILL itself may take, in seconds and as a share of the ttl: finding the descendants, and a busy machine. */
    private const KILLING = [0.05, 1 / 20];

    /** How long renewal has for its first try after this process stood still: it is at it already, and Redis may be busy. */
    private const TRY = 0.3;

    /** How much of the ttl is left when the command must begin to end, in seconds. */
    public readonly float $begin;
    /** Between SIGTERM and SIGKILL, in seconds. */
    public readonly float $patience;
    private float $killing;
    /** Whether the ttl has room for all of it. One that has not goes on past the end of the lock, as was asked for. */
    private bool $fits;
    private float $killAt = INF;
    /** Whether SIGKILL comes no later than the lock ends. */
    private bool $isBound = false;
    /** How much is left at the next look unless this process stands still meanwhile, and until when renewal has its try. */
    private float $foreseen = -INF;
    private float $triesUntil = -INF;

    /** @param float|null $patience as --kill-after says; null: it does not */
    public function __construct(float $ttl, string $reaction, ?float $patience)
    {
        $this->killing = min(self::KILLING[0], $ttl * self::KILLING[1]);
        $room = max(0.0, min($ttl * self::ROOM, $ttl * self::RENEWAL - self::LATE));
        $this->patience = $patience ?? min(self::USUAL[0], $ttl * self::USUAL[1], max($room, $this->killing));
        $this->fits = $this->patience <= $room;
        $this->begin = match ($reaction) {
            'term' => max($this->killing, min($this->patience + $this->killing, $room)),
            'kill' => $this->killing,
            default => 0.0,
        };
    }

    /** Whether this is more than SIGKILL itself takes: the command has time before the end of the lock. */
    public function isAhead(float $left): bool
    {
        return $left > $this->killing;
    }

    /** The next look is in so many seconds. */
    public function foresee(float $left, float $slice): void
    {
        $this->foreseen = $left - $slice - self::LATE;
    }

    /**
     * Whether to wait with the decision: this process was stopped, or the machine slept, and the lock has not ended yet. Renewal was stopped,
     * too, and extends at once.
     */
    public function isTrying(float $left): bool
    {
        if ($left > 0.0 && $left < $this->foreseen) {
            $this->triesUntil = self::now() + min(self::TRY, $left / 2);
        }

        return self::now() < $this->triesUntil;
    }

    /** SIGTERM is sent now, and this is left of the lock; 0: it is gone already, so that no haste keeps it. */
    public function start(float $left): void
    {
        $this->killAt = self::now() + $this->patience;
        $this->isBound = $this->fits && $left > 0.0;
    }

    /** In how many seconds SIGKILL is due. A renewal that comes through after all gives the command its whole time. */
    public function untilKill(float $left): float
    {
        return min($this->killAt - self::now(), $this->isBound ? $left - $this->killing : INF);
    }

    /** Whether the whole time has passed; else the lock ends before. */
    public function isOver(): bool
    {
        return self::now() >= $this->killAt;
    }

    /** SIGKILL has been sent. */
    public function stop(): void
    {
        $this->killAt = INF;
        $this->isBound = false;
    }

    private static function now(): float
    {
        return hrtime(true) / 1e9;
    }
}
