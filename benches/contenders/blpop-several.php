<?php
// Owns the floor of several keys at once: two scripts and BLPOP by phpredis.
// Does not measure.
// All of this folder take part in every benchmark.

declare(strict_types=1);

/**
 * The least that takes all keys or none and wakes a waiter. No lock for use: it knows no other holders than its own, no signals
 * and no errors, and its wait ends up to a second late.
 */
final class BlpopSeveralContender extends PhpredisWaiter implements SeveralWaiter
{
    /**
     * KEYS: n keys, n marks, n wake lists; ARGV: token, ttl. Replies 0, or the number of a key that is held. A refused attempt
     * passes a signal on to each list whose key is free: it may have taken one that others sleep for.
     */
    private const ACQUIRE = <<<'LUA'
        local n, held = #KEYS / 3, nil
        for i = 1, n do if redis.call('EXISTS', KEYS[i]) == 1 then held = i break end end
        if not held then for i = 1, n do redis.call('SET', KEYS[i], ARGV[1], 'PX', ARGV[2]) end return 0 end
        for i = 1, n do
          if i ~= held and redis.call('EXISTS', KEYS[i]) == 0 and redis.call('EXISTS', KEYS[n + i]) == 1
            and redis.call('LLEN', KEYS[2 * n + i]) == 0 then
            redis.call('RPUSH', KEYS[2 * n + i], 1) redis.call('PEXPIRE', KEYS[2 * n + i], 5000)
          end
        end
        redis.call('SET', KEYS[n + held], 1, 'PX', 5000)
        return held
        LUA;
    /** KEYS likewise; ARGV: token. */
    private const RELEASE = <<<'LUA'
        local n, all = #KEYS / 3, 1
        for i = 1, n do
          if redis.call('GET', KEYS[i]) == ARGV[1] then
            redis.call('DEL', KEYS[i])
            if redis.call('EXISTS', KEYS[n + i]) == 1 then
              if redis.call('LLEN', KEYS[2 * n + i]) == 0 then redis.call('RPUSH', KEYS[2 * n + i], 1) end
              redis.call('PEXPIRE', KEYS[2 * n + i], 5000)
            end
          else
            all = 0
          end
        end
        return all
        LUA;

    private readonly string $acquire;
    private readonly string $release;
    /** @var list<string> keys, marks, wake lists */
    private array $keys;
    /** Number of the key that is in the way; 0: none. */
    private int $held = 0;

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
        $this->chooseAll([$key]);
    }

    public function chooseAll(array $keys): void
    {
        $beside = fn (string $what): array => array_map(fn (string $key): string => "$key:$what", $keys);
        $this->keys = [...$keys, ...$beside('mark'), ...$beside('wake')];
    }

    public function release(): void
    {
        $released = $this->redis->evalSha($this->release, [...$this->keys, $this->token], count($this->keys));
        $released === 1 || throw new RuntimeException('the script did not return 1');
    }

    protected function attempt(): bool
    {
        $this->held = $this->redis->evalSha($this->acquire, [...$this->keys, $this->token, 1000 * TTL], count($this->keys));

        return $this->held === 0;
    }

    protected function rest(): void
    {
        $this->redis->blPop($this->keys[intdiv(count($this->keys), 3) * 2 + $this->held - 1], 1);
    }
}
