<?php
// Owns the floor of waiting: two scripts and BLPOP by phpredis.
// Does not measure.
// All of this folder take part in every benchmark.

declare(strict_types=1);

/**
 * The least that wakes a waiter: what this machine, PHP and Redis take at least. No lock for use: it knows no other holders
 * than its own, no signals and no errors, and its wait ends up to a second late.
 */
final class BlpopContender extends PhpredisWaiter
{
    private const ACQUIRE = "if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end "
        . "redis.call('SET', KEYS[2], 1, 'PX', 5000) return 0";
    private const RELEASE = "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end redis.call('DEL', KEYS[1]) "
        . "if redis.call('EXISTS', KEYS[2]) == 1 and redis.call('LLEN', KEYS[3]) == 0 then redis.call('RPUSH', KEYS[3], 1) end return 1";

    private readonly string $acquire;
    private readonly string $release;

    public static function title(): string
    {
        return 'floor';
    }

    public function __construct(Address $address, bool $isPersistent = false)
    {
        parent::__construct($address, $isPersistent);
        $this->acquire = $this->redis->script('load', self::ACQUIRE);
        $this->release = $this->redis->script('load', self::RELEASE);
    }

    public function release(): void
    {
        $this->redis->evalSha($this->release, [$this->key, "$this->key:mark", "$this->key:wake", $this->token], 3);
    }

    protected function attempt(): bool
    {
        return $this->redis->evalSha($this->acquire, [$this->key, "$this->key:mark", $this->token, 1000 * TTL], 2) === 1;
    }

    protected function rest(): void
    {
        $this->redis->blPop("$this->key:wake", 1);
    }
}
