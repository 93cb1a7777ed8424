<?php
// Owns what a worker of the soak does with locks, one act after the other by chance, until one of its ends.
// Judges nothing but what an act itself knows; what is left behind is measured from outside (samples.php).
// Called by worker.php in a long script, and by every request that soak.php sends to php-fpm.

declare(strict_types=1);

require_once __DIR__ . '/planted.php';

final class Interrupted extends Exception
{
}

final class Acts
{
    /** How often each is done. */
    private const CHANCES = [
        'cycle' => 12, 'contended' => 12, 'inVain' => 4, 'renewed' => 4, 'fenced' => 6, 'lost' => 5, 'expired' => 4, 'thrown' => 6,
        'left' => 8, 'kept' => 3, 'refused' => 4, 'questions' => 4, 'unreachable' => 2, 'suspended' => 2, 'forked' => 1,
    ];
    /** The longest that anything but fences may stay in Redis after the last worker's end: a release's signal that no waiter took. */
    public const LONGEST_TTL = 10.0;

    /** Whether a signal's handler may throw: only out of a wait. */
    public bool $waits = false;
    private Planted $planted;
    /** What the end of this script, or of this object, has to release. */
    private array $kept = [];

    /** @param list<string> $servers addresses of one server; each is a connection of its own */
    public function __construct(private array $servers)
    {
        $this->planted = new Planted((string) getenv('SOAK_PLANT'), $servers[0]);
    }

    /** Does one act. Returns its name; "troubled" when a connection was cut under it, or a lock was. */
    public function one(): string
    {
        $act = self::oneOf(self::CHANCES);
        try {
            $this->$act($this->servers[array_rand($this->servers)]);
        } catch (RedisLockConnectionException | RedisLockLostException | RedisLockNotAcquiredException | Interrupted) {
            $act = 'troubled';
        }
        $this->planted->plant();

        return $act;
    }

    /** Takes a lock for the end of the script to release. */
    public function hold(): void
    {
        try {
            $this->kept['hold'] = new RedisLock(self::own() . ':hold', 3, $this->servers[0], autoRenew: (bool) mt_rand(0, 1));
            $this->kept['hold']->acquire();
        } catch (RedisLockConnectionException) {
            // It was cut.
        }
    }

    /** Calls $critical under a lock of its own, in whatever way that ends. */
    public function runs(callable $critical): void
    {
        try {
            (new RedisLock(self::own() . ':runs', 3, $this->servers[0]))->run($critical);
        } catch (RedisLockConnectionException) {
            // It was cut.
        }
    }

    /** Lets go of what the end of the script would release. */
    public function letGo(): void
    {
        $this->kept = [];
        gc_collect_cycles();
    }

    /** One of the names, by their chances. */
    public static function oneOf(array $chances): string
    {
        $at = mt_rand(1, array_sum($chances));
        foreach ($chances as $name => $chance) {
            if (($at -= $chance) <= 0) {
                return $name;
            }
        }
    }

    /** A key that others use, too. Few, for their fences stay for a day. */
    private static function shared(): string
    {
        return 'soak:shared:' . mt_rand(1, 6);
    }

    private static function own(): string
    {
        return 'soak:own:' . getmypid();
    }

    private static function must(bool $right, string $promise): void
    {
        $right || throw new LogicException("broken: $promise");
    }

    private static function refusedBy(string $class, callable $call): void
    {
        try {
            $call();
        } catch (Throwable $thrown) {
            $thrown instanceof $class || throw $thrown;
            return;
        }
        self::must(false, "$class is thrown");
    }

    private function cycle(string $server): void
    {
        $lock = new RedisLock(self::own(), 3, $server);
        for ($cycle = 0; $cycle < 20; $cycle++) {
            self::must($lock->acquire() && $lock->extend(3) && $lock->isHeld() && $lock->release(), 'no other process has the key');
        }
    }

    private function contended(string $server): void
    {
        $lock = new RedisLock(self::shared(), 2, $server);
        if ($this->wait($lock, 0.5)) {
            usleep(mt_rand(0, 4000));
            $lock->release();
        }
    }

    private function wait(RedisLock $lock, float $wait): bool
    {
        $this->waits = true;
        try {
            return $lock->acquire($wait);
        } finally {
            $this->waits = false;
        }
    }

    private function inVain(string $server): void
    {
        if (($holder = new RedisLock(self::own(), 3, $server, mt_rand(0, 1) ? 'does not signal' : null))->acquire()) {
            self::must(!$this->wait(new RedisLock(self::own(), 3, $server), 0.03), 'held by another');
            $run = fn () => (new RedisLock(self::own(), 3, $server))->run(fn () => self::must(false, 'held by another'), 0.01);
            self::refusedBy(RedisLockNotAcquiredException::class, $run);
        }
    }

    private function renewed(string $server): void
    {
        $lock = new RedisLock(self::own(), 0.2, $server, autoRenew: true);
        if ($lock->acquire()) {
            usleep(250_000);
            $lock->release();
        }
    }

    private function fenced(string $server): void
    {
        $lock = new RedisLock(self::shared(), 2, $server, fence: true);
        for ($last = 0; $last >= 0 && $lock->acquire(0.1); $last = mt_rand(0, 2) ? $fence : -1) {
            $fence = $lock->fence();
            self::must($fence > $last, 'fences grow');
            $lock->release();
        }
    }

    private function lost(string $server): void
    {
        $lock = new RedisLock(self::own(), 3, $server, autoRenew: (bool) mt_rand(0, 1));
        if ($lock->acquire()) {
            (new RedisLock(self::own(), 3, $server))->forceRelease();
            self::must(!$lock->release(), 'what was forced is not ours');
            self::refusedBy(RedisLockLostException::class, $lock->ensureHeld(...));
        }
    }

    private function expired(string $server): void
    {
        $lock = new RedisLock(self::own(), 0.02, $server);
        if ($lock->acquire()) {
            for ($end = hrtime(true) + 25_000_000; hrtime(true) < $end;) {
                usleep(1000); // A signal ends a sleep.
            }
            self::must($lock->remaining() === 0.0 && !$lock->release(), 'it has expired');
            $lock->acquire();
        }
    }

    private function thrown(string $server): void
    {
        try {
            $lock = new RedisLock(self::shared(), 2, $server);
            $lock->run(fn () => throw new DomainException('thrown', 1, new Exception(str_repeat('previous ', 100))), 0.1);
        } catch (DomainException) {
        }
    }

    /** Released by the end of its object. */
    private function left(string $server): void
    {
        (new RedisLock(self::shared(), 2, $server))->acquire(0.05);
        $lock = new RedisLock("\xff\x00" . self::own(), 2, $server, autoRenew: (bool) mt_rand(0, 1));
        $lock->acquire();
    }

    /** Released by a later act, or by the end of the script. */
    private function kept(string $server): void
    {
        $key = self::own() . ':kept:' . mt_rand(1, 4);
        $this->kept[$key] = null;
        $this->kept[$key] = new RedisLock($key, 3, $server, autoRenew: (bool) mt_rand(0, 1));
        $this->kept[$key]->acquire();
        if (mt_rand(0, 3) === 0) {
            $this->kept = [];
        }
    }

    private function refused(string $server): void
    {
        foreach ([
            fn () => new RedisLock('', 1, $server),
            fn () => new RedisLock('key', -1, $server),
            fn () => new RedisLock('key', 1, 'redis://user:secret@host:' . mt_rand(70_000, 99_999)),
            fn () => new RedisLock([mt_rand()], 1, $server),
            fn () => (new RedisLock('key', 1, $server))->__construct('again'),
            fn () => clone new RedisLock('key', 1, $server),
        ] as $wrong) {
            try {
                $wrong();
                self::must(false, 'it is refused');
            } catch (TypeError | ValueError | LogicException | Error $refusal) {
                self::must(!str_contains($refusal->getMessage(), 'broken'), $refusal->getMessage());
            }
        }
    }

    private function questions(string $server): void
    {
        $lock = new RedisLock(self::shared(), 2, $server);
        [$lock->isLocked(), $lock->holder(), $lock->isHeld(), print_r($lock, true), RedisLock::stats()];
        [RedisLock::describe(self::shared(), $server), RedisLock::locks('soak:*', $server)];
    }

    private function unreachable(string $server): void
    {
        $lock = new RedisLock(self::own(), 1, 'unix:///nonexistent/' . mt_rand(1, 5));
        self::refusedBy(RedisLockConnectionException::class, fn () => $lock->acquire());
    }

    private function suspended(string $server): void
    {
        $fiber = new Fiber(fn () => (new RedisLock(self::own(), 2, $server))->run(fn () => Fiber::suspend()));
        $fiber->start();
    }

    private function forked(string $server): void
    {
        if (PHP_SAPI !== 'cli') {
            return;
        }
        $lock = new RedisLock(self::own(), 2, $server, autoRenew: true);
        if (!$lock->acquire()) {
            return;
        }
        $child = pcntl_fork();
        if ($child === 0) {
            $own = new RedisLock(self::own() . ':child', 2, $server, autoRenew: true);
            exit($own->acquire() && !$lock->isHeld() ? 0 : 1);
        }
        while (pcntl_waitpid($child, $status) < 0) {
            // A signal came first.
        }
        // A cut connection ends a child with PHP's 255.
        self::must(in_array(pcntl_wexitstatus($status), [0, 255], true), 'a forked child holds nothing');
    }
}
