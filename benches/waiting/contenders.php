<?php
// Owns how each contender locks: RedisLock, the floor, and the three peers that are measured beside them.
// Does not measure.
// Called by the processes of a crew, which each make a contender of their own after the fork.

declare(strict_types=1);

/** One process's client, and the one lock that it is asked for. */
interface Contender
{
    /** Why it cannot take part here, or null. Loads its classes, so that no process has to while it is measured. */
    public static function absence(): ?string;

    public function __construct(int $port);

    /** Says which lock the other methods are about. */
    public function choose(string $key): void;

    /** Waits until the lock is ours. */
    public function acquire(): void;

    /** Waits so many seconds at most. */
    public function acquireWithin(float $seconds): bool;

    public function release(): void;
}

/** Seconds. No hold comes near it. */
const TTL = 30;
/** Seconds. No wait of the benchmark comes near it. */
const WAIT = 30;

/** What comes in its row's place when a Debian package is missing. */
function isMissing(string $file): bool
{
    return stream_resolve_include_path($file) === false;
}

final class RedisLockContender implements Contender
{
    private RedisLock $lock;

    public static function absence(): ?string
    {
        return null;
    }

    public function __construct(private readonly int $port)
    {
    }

    public function choose(string $key): void
    {
        $this->lock = self::lock($this->port, $key);
    }

    public static function lock(int $port, string $key, float $ttl = TTL): RedisLock
    {
        return new RedisLock($key, ttl: $ttl, server: "redis://127.0.0.1:$port");
    }

    public function acquire(): void
    {
        $this->lock->acquire(WAIT) || throw new RuntimeException('acquire() returned false');
    }

    public function acquireWithin(float $seconds): bool
    {
        return $this->lock->acquire($seconds);
    }

    public function release(): void
    {
        $this->lock->release() || throw new RuntimeException('release() returned false');
    }
}

/** `Cache::lock($key, $ttl)->block($wait)`: asks again after 250 ms. */
final class LaravelContender implements Contender
{
    private readonly Illuminate\Cache\RedisStore $store;
    private Illuminate\Contracts\Cache\Lock $lock;

    public static function absence(): ?string
    {
        foreach (['Illuminate/Cache/autoload.php', 'Illuminate/Redis/autoload.php'] as $file) {
            if (isMissing($file)) {
                return 'php-illuminate-cache, php-illuminate-redis';
            }
            require_once $file;
        }

        return extension_loaded('redis') ? null : 'php-redis';
    }

    public function __construct(int $port)
    {
        $servers = ['default' => ['host' => '127.0.0.1', 'port' => $port, 'database' => 0]];
        $this->store = new Illuminate\Cache\RedisStore(new Illuminate\Redis\RedisManager(null, 'phpredis', $servers));
    }

    public function choose(string $key): void
    {
        $this->lock = $this->store->lock($key, TTL);
    }

    public function acquire(): void
    {
        $this->lock->block(WAIT);
    }

    public function acquireWithin(float $seconds): bool
    {
        try {
            return $this->lock->block($seconds);
        } catch (Illuminate\Contracts\Cache\LockTimeoutException) {
            return false;
        }
    }

    public function release(): void
    {
        $this->lock->release() || throw new RuntimeException('release() returned false');
    }
}

/** `LockFactory::createLock($key, $ttl)->acquire(true)`: asks again after 90 to 110 ms, for ever. */
final class SymfonyContender implements Contender
{
    private readonly Symfony\Component\Lock\LockFactory $factory;
    private Symfony\Component\Lock\LockInterface $lock;

    public static function absence(): ?string
    {
        if (isMissing('Symfony/Component/Lock/autoload.php')) {
            return 'php-symfony-lock';
        }
        require_once 'Symfony/Component/Lock/autoload.php';

        return extension_loaded('redis') ? null : 'php-redis';
    }

    public function __construct(int $port)
    {
        $redis = new Redis();
        $redis->connect('127.0.0.1', $port);
        $this->factory = new Symfony\Component\Lock\LockFactory(new Symfony\Component\Lock\Store\RedisStore($redis));
    }

    public function choose(string $key): void
    {
        $this->lock = $this->factory->createLock($key, TTL);
    }

    public function acquire(): void
    {
        $this->lock->acquire(true);
    }

    public function acquireWithin(float $seconds): bool
    {
        throw new LogicException('Symfony Lock 5.4 waits for ever or not at all');
    }

    public function release(): void
    {
        $this->lock->release();
    }
}

/** A client of phpredis, and a token for each attempt. */
abstract class PhpredisContender implements Contender
{
    protected readonly Redis $redis;
    protected string $key;
    protected string $token;

    public static function absence(): ?string
    {
        return extension_loaded('redis') ? null : 'php-redis';
    }

    public function __construct(int $port)
    {
        $this->redis = new Redis();
        $this->redis->connect('127.0.0.1', $port);
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

/** What many write themselves, done right: SET NX PX, a nap of 5 ms between two attempts, compare and delete. */
final class LoopContender extends PhpredisContender
{
    private const RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

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
        usleep(5_000);
    }
}

/**
 * The least that wakes a waiter: what this machine, PHP and Redis take at least. No lock for use: it knows no other holders
 * than its own, no signals and no errors, and its wait ends up to a second late.
 */
final class FloorContender extends PhpredisContender
{
    private const ACQUIRE = "if redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 1 end "
        . "redis.call('SET', KEYS[2], 1, 'PX', 5000) return 0";
    private const RELEASE = "if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end redis.call('DEL', KEYS[1]) "
        . "if redis.call('EXISTS', KEYS[2]) == 1 and redis.call('LLEN', KEYS[3]) == 0 then redis.call('RPUSH', KEYS[3], 1) end return 1";

    private readonly string $acquire;
    private readonly string $release;

    public function __construct(int $port)
    {
        parent::__construct($port);
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
