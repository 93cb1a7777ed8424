<?php
// Owns the loop with naps that many write themselves.
// Does not measure.
// All of this folder take part in every benchmark.

declare(strict_types=1);

/** What many write themselves, done right: SET NX PX, a nap of 5 ms between two attempts, compare and delete. */
final class LoopContender extends PhpredisWaiter
{
    /** Microseconds between two attempts. */
    public const NAP = 5_000;
    private const RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

    public static function title(): string
    {
        return '5 ms loop';
    }

    public function release(): void
    {
        $this->redis->eval(self::RELEASE, [$this->key, $this->token], 1);
    }

    protected function attempt(): bool
    {
        return $this->redis->set($this->key, $this->token, ['nx', 'px' => 1000 * TTL]);
    }

    protected function rest(): void
    {
        usleep(self::NAP);
    }
}
