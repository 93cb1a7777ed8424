<?php
// Owns what waiters by phpredis have in common: a client, a token for each wait, and asking until there is an answer.
// Does not know how one asks, nor what happens between two questions.

declare(strict_types=1);

/** A client of phpredis, and a token for each attempt. */
abstract class PhpredisWaiter implements Waiter
{
    protected readonly Redis $redis;
    protected string $key;
    protected string $token;

    public static function absence(): ?string
    {
        return extension_loaded('redis') ? null : 'php-redis';
    }

    public function __construct(Address $address, bool $isPersistent = false)
    {
        $this->redis = $address->connectPhpredis($isPersistent);
    }

    public function choose(string $key): void
    {
        $this->key = $key;
    }

    public function acquire(): void
    {
        $this->acquireWithin(WAIT) || throw new RuntimeException('the wait is over');
    }

    public function acquireWithin(float $seconds): bool
    {
        $end = hrtime(true) + $seconds * 1e9;
        $this->token = bin2hex(random_bytes(16));
        while (!$this->attempt()) {
            if (hrtime(true) >= $end) {
                return false;
            }
            $this->rest();
        }

        return true;
    }

    abstract protected function attempt(): bool;

    abstract protected function rest(): void;
}
