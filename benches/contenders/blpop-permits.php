<?php
// Owns the floor of a lock with several holders: two scripts and BLPOP by phpredis.
// Does not measure.
// All of this folder take part in every benchmark.

declare(strict_types=1);

/**
 * The least that takes one of a key's permits and wakes a waiter. No lock for use: it knows no other holders than its own, no
 * signals and no errors, and its wait ends up to a second late.
 */
final class BlpopPermitsContender extends PhpredisWaiter implements PermitsWaiter
{
    /** KEYS: the permits, the mark; ARGV: token, ttl. Replies the number of the permit, or 0. */
    private const ACQUIRE = <<<'LUA'
        local n = #KEYS - 1
        local values = redis.call('MGET', unpack(KEYS, 1, n))
        for i = 1, n do if not values[i] then redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[2]) return i end end
        redis.call('SET', KEYS[n + 1], 1, 'PX', 5000)
        return 0
        LUA;
    /** KEYS: the permit, the mark, the wake list; ARGV: token, number of permits. */
    private const RELEASE = <<<'LUA'
        if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
        redis.call('DEL', KEYS[1])
        if redis.call('EXISTS', KEYS[2]) == 1 then
          if redis.call('LLEN', KEYS[3]) < tonumber(ARGV[2]) then redis.call('RPUSH', KEYS[3], 1) end
          redis.call('PEXPIRE', KEYS[3], 5000)
        end
        return 1
        LUA;

    private readonly string $acquire;
    private readonly string $release;
    private int $permits;
    /** @var list<string> the permits', and the mark */
    private array $keys;
    /** Number of the permit that is ours; 0: none. */
    private int $permit = 0;

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

    public function choose(string $key): void
    {
        $this->choosePermits($key, 1);
    }

    public function choosePermits(string $key, int $permits): void
    {
        $this->key = $key;
        $this->permits = $permits;
        $this->keys = [...array_map(fn (int $permit): string => "$key:$permit", range(1, $permits)), "$key:mark"];
    }

    public function release(): void
    {
        $keys = [$this->keys[$this->permit - 1], "$this->key:mark", "$this->key:wake"];
        $released = $this->redis->evalSha($this->release, [...$keys, $this->token, $this->permits], 3);
        $released === 1 || throw new RuntimeException('the script did not return 1');
    }

    protected function attempt(): bool
    {
        $this->permit = $this->redis->evalSha($this->acquire, [...$this->keys, $this->token, 1000 * TTL], count($this->keys));

        return $this->permit !== 0;
    }

    protected function rest(): void
    {
        $this->redis->blPop("$this->key:wake", 1);
    }
}
