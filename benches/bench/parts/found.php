<?php
// Owns how soon many processes have a value that one of them makes: by run() with a look-up, and as it is done without.
// Does not know how locks wait (waiting/).

declare(strict_types=1);

final class Found extends Part
{
    private const CONTENDERS = [
        'redislock' => RedisLockFinder::class,
        Floor::NAME => FloorFinder::class,
        'redislock-run' => LookAgainFinder::class,
        'laravel' => LaravelFinder::class,
        'symfony' => SymfonyFinder::class,
    ];
    private const ALONE = 'a value is made, all wait for it, unpinned, TCP';
    private const MIXED = 'the same, every third waits for the lock alone, unpinned, TCP';
    private const PLAIN = 0.05;
    /** Microseconds that the work takes, where it does not take until all others wait. */
    private const WORK = 1_000_000;

    public function pieces(): array
    {
        $pieces = [self::MIXED => fn () => $this->contest(self::MIXED, min($this->counts->finders), true)];
        foreach ($this->counts->finders as $processes) {
            $pieces[self::title($processes)] = fn () => $this->contest(self::title($processes), $processes, false);
        }

        return $pieces;
    }

    public function rows(): array
    {
        $rows = [];
        foreach ($this->counts->finders as $processes) {
            $title = self::title($processes);
            $rows[$title] = [
                new Row('the last has it after', "$title last", ' ms', 1, atMost: $processes === 100 ? 20 : null),
                new Row('that to floor', "$title last to floor", 'x', 2, atMost: $processes === 100 ? null : 1.75),
                new Row('the maker goes on after', "$title release", ' ms', 1),
                new Row('made again', "$title again", '', 0, 'sum', atMost: 0),
            ];
        }
        $rows[self::MIXED] = [
            new Row('the last has it after', self::MIXED . ' last', ' ms', 1, atMost: 50),
            new Row('made again', self::MIXED . ' again', '', 0, 'sum', atMost: 0),
        ];

        return $rows;
    }

    private static function title(int $processes): string
    {
        return self::ALONE . ", $processes processes";
    }

    private function contest(string $title, int $processes, bool $isMixed): void
    {
        Layout::Unpinned->placeServer($this->server);
        $contenders = array_filter(self::CONTENDERS, fn (string $contender): bool => $contender::absence() === null && (!$isMixed || $contender !== FloorFinder::class));
        for ($number = 1; $number <= $this->counts->contests; $number++) {
            $this->watch->round($this->figures, function () use ($title, $processes, $isMixed, $number, $contenders): void {
                $round = [];
                foreach (self::inTurn(array_keys($contenders), $number) as $name) {
                    if ($contenders[$name] === LaravelFinder::class && $processes > 100) {
                        continue;
                    }
                    $this->progress->show("$title, round $number of {$this->counts->contests}: $name");
                    $round[$name] = $this->measure($contenders[$name], $processes, $isMixed);
                }
                $this->addRound($title, $round, ['last']);
            });
        }
    }

    /**
     * @param class-string<Finder> $contender
     * @return array<string, float>
     */
    private function measure(string $contender, int $processes, bool $isMixed): array
    {
        $server = $this->server;
        $crew = new Crew($server, $processes, function (int $number, Closure $start) use ($server, $contender, $processes, $isMixed): array {
            $finder = new $contender($server->tcp, $number);
            $begun = $ended = 0;
            $make = function () use ($server, $contender, $processes, &$begun): string {
                $connection = new Connection($server->unix->ofRedisLock());
                $contender::BLOCKS ? $connection->awaitBlocked($processes - 1, 60) : usleep(self::WORK);
                $connection->ask('SET', Finder::VALUE, 'made');
                $begun = hrtime(true);

                return 'made';
            };
            if ($number === 0) {
                $finder->make($make, $processes - 1, $start);

                return ['begun' => $begun, 'at' => hrtime(true), 'made' => 1];
            }
            $start();
            if ($isMixed && $number % 3 === 0) {
                $lock = new RedisLock(Finder::LOCK, TTL, $server->tcp->ofRedisLock());
                $lock->run(fn () => usleep((int) (1e6 * self::PLAIN)), wait: WAIT);

                return ['plain' => 1];
            }
            $made = 0;
            $again = function () use (&$made): string {
                ++$made;
                usleep(self::WORK);

                return 'made';
            };
            $value = $finder->find($again);
            $value === 'made' || throw new RuntimeException("found $value");

            return ['at' => hrtime(true), 'made' => $made];
        });
        $crew->awaitReady()->start();
        $reports = $crew->reports();
        $crew->dismiss();
        $this->server->connection->ask('FLUSHALL');
        $made = array_shift($reports);

        return [
            'last' => (max(array_column($reports, 'at')) - $made['begun']) / 1e6,
            'release' => ($made['at'] - $made['begun']) / 1e6,
            'again' => array_sum(array_column($reports, 'made')),
        ];
    }
}

/** How a process gets a value that another makes meanwhile. */
abstract class Finder
{
    public const VALUE = 'found:value';
    public const LOCK = 'found:lock';
    /** Whether it waits in a blocking command. */
    public const BLOCKS = true;
    /** Seconds: the maker holds its lock while the others come, which takes long where they are many. */
    protected const HELD = 300;

    protected readonly Connection $cache;

    public static function absence(): ?string
    {
        return null;
    }

    /** The how many-th process it is. */
    public function __construct(Address $address, int $number)
    {
        $this->cache = new Connection('tcp://127.0.0.1:' . $address->port());
    }

    /** A thousand that connect at once are more than Redis's tcp-backlog of 511: some connect a second later. */
    protected static function patient(Address $address): string
    {
        return $address->ofRedisLock() . '?connect_timeout=30&io_timeout=30';
    }

    /** Makes it for so many others, who may begin at $start. */
    abstract public function make(Closure $make, int $others, Closure $start): void;

    abstract public function find(Closure $make): string;

    protected function look(): ?string
    {
        return $this->cache->ask('GET', self::VALUE);
    }
}

/** By a RedisLock that is connected. */
abstract class LockFinder extends Finder
{
    protected readonly RedisLock $lock;

    public function __construct(Address $address, int $number)
    {
        parent::__construct($address, $number);
        $this->lock = new RedisLock(self::LOCK, self::HELD, self::patient($address));
        // Connects.
        $this->lock->isLocked();
    }

    public function make(Closure $make, int $others, Closure $start): void
    {
        $this->lock->run(function () use ($make, $start): string {
            $start();

            return $make();
        }, lookup: $this->lookUp());
    }

    abstract protected function lookUp(): ?Closure;
}

/** run() with a look-up. */
final class RedisLockFinder extends LockFinder
{
    public function find(Closure $make): string
    {
        return $this->lock->run($make, wait: WAIT, lookup: $this->lookUp());
    }

    protected function lookUp(): Closure
    {
        return fn (): ?string => $this->look();
    }
}

/** run() that looks again under the lock: what one wrote before there was a look-up. */
final class LookAgainFinder extends LockFinder
{
    public function find(Closure $make): string
    {
        return $this->look() ?? $this->lock->run(fn (): string => $this->look() ?? $make(), wait: WAIT);
    }

    protected function lookUp(): ?Closure
    {
        return null;
    }
}

/** The least that it takes: each sleeps on a list, and the maker pushes as many elements as there are others. */
final class FloorFinder extends Finder
{
    public function make(Closure $make, int $others, Closure $start): void
    {
        $start();
        $make();
        $this->cache->ask('RPUSH', 'found:list', ...array_fill(0, $others, '1'));
    }

    public function find(Closure $make): string
    {
        $this->cache->ask('BLPOP', 'found:list', '60');

        return $this->look() ?? $make();
    }
}

/** Laravel's `Cache::lock()->block()`, and a look under the lock. */
final class LaravelFinder extends Finder
{
    public const BLOCKS = false;

    private readonly LaravelContender $lock;

    public static function absence(): ?string
    {
        return LaravelContender::absence();
    }

    public function __construct(Address $address, int $number)
    {
        parent::__construct($address, $number);
        $this->lock = new LaravelContender($address);
        $this->lock->choose(self::LOCK);
    }

    public function make(Closure $make, int $others, Closure $start): void
    {
        $this->lock->acquire();
        $start();
        $make();
        $this->lock->release();
    }

    public function find(Closure $make): string
    {
        if (($value = $this->look()) !== null) {
            return $value;
        }
        $this->lock->acquire();
        $value = $this->look() ?? $make();
        $this->lock->release();

        return $value;
    }
}

/** `CacheInterface::get()`, which locks a file for each key: processes of two hosts, so each has a folder of such files. */
final class SymfonyFinder extends Finder
{
    public const BLOCKS = false;
    private const KEY = 'found';

    private readonly Symfony\Contracts\Cache\CacheInterface $pool;

    public static function absence(): ?string
    {
        if (isMissing('Symfony/Component/Cache/autoload.php')) {
            return 'php-symfony-cache';
        }
        require_once 'Symfony/Component/Cache/autoload.php';

        return extension_loaded('redis') ? null : 'php-redis';
    }

    public function __construct(Address $address, int $number)
    {
        parent::__construct($address, $number);
        $this->pool = new Symfony\Component\Cache\Adapter\RedisAdapter($address->connectPhpredis(false));
        $ofHost = fn (string $file): bool => crc32($file) % 2 === $number % 2;
        $files = array_filter(glob(__DIR__ . '/*.php'), $ofHost);
        Symfony\Component\Cache\LockRegistry::setFiles(array_values($files));
        // On the command line it locks nothing by itself.
        $this->pool->setCallbackWrapper(Symfony\Component\Cache\LockRegistry::compute(...));
    }

    public function make(Closure $make, int $others, Closure $start): void
    {
        $this->pool->get(self::KEY, function () use ($make, $start): string {
            $start();

            return $make();
        });
    }

    public function find(Closure $make): string
    {
        return $this->pool->get(self::KEY, $make);
    }
}
