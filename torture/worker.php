<?php
// Owns one process of the torture: it takes locks, holds, extends, forks, releases and ends, all by chance.
// Judges nothing; it writes down what it believed (journal.php), and the checker compares the journals of all.
// Called by crew.rs: php worker.php '{"seed": 7, "server": "redis://...", ...}'.

declare(strict_types=1);

require __DIR__ . '/journal.php';
require __DIR__ . '/store.php';
require __DIR__ . '/endings.php';
require __DIR__ . '/runs.php';
require __DIR__ . '/shapes.php';
require __DIR__ . '/sharing.php';

/** Signals by which only a broken extension ends a process. */
const CRASHES = [SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGSEGV];

final class Worker
{
    /** @var array<string, array{RedisLock, list<string>, string, bool}> by name, as make() returns them: objects whose next lease is another lease */
    private array $used = [];
    /** @var array<string, array{RedisLock, string}> by name, with its token: what is kept until the process ends */
    private array $kept = [];
    private Journal $journal;
    private Store $store;
    /** Whether a signal's handler may throw: only out of a wait. */
    private bool $waits = false;
    /** Whether PHP is started again in this process: often then, and with more that is held until its end. */
    private bool $restarts = PHP_SAPI === 'embed';
    private Shapes $shapes;
    private Sharing $sharing;
    private Runs $runs;

    public function __construct(private object $order)
    {
        mt_srand($order->seed);
        $this->journal = new Journal($order->journal);
        $this->store = new Store($order->store);
        $this->journal->note('born', (string) $order->slot);
        $this->shapes = new Shapes($order);
        $this->runs = new Runs($this->journal, $this->hold(...));
        $this->sharing = new Sharing($order, $this->journal, $this->acquire(...), $this->runs->run(...));
        pcntl_async_signals(true);
        pcntl_signal(SIGUSR1, fn () => $this->waits ? throw new Interrupted() : null);
    }

    public function live(): void
    {
        for ($round = mt_rand(3, $this->restarts ? 12 : $this->order->rounds); $round > 0 && !file_exists($this->order->stop); $round--) {
            $this->round();
            $this->reap();
            $this->watch();
            if ($this->chance(0.3)) {
                usleep(mt_rand(0, 20_000));
            }
        }
    }

    /** Ends by one of the ways in which PHP can end, with whatever is held. */
    public function end(array $ways): void
    {
        $how = $ways[mt_rand(0, count($ways) - 1)];
        foreach ($this->kept as $key => [$lock, $token]) {
            $this->journal->trusts($lock, $token);
            $this->journal->begin('end', $key, $token, "how=$how");
        }
        $this->journal->note('ends', $how);
        if ($how !== 'return') {
            endBy($how);
        }
    }

    private function round(): void
    {
        if ($this->chance(0.15) && $this->adopt() || $this->chance($this->order->shares * 0.3) && $this->sharing->join()) {
            return;
        }
        $key = $this->chance(0.25) ? $this->order->own : $this->shapes->pick();
        $wait = [0, 0, 0.03, 0.4, 2][mt_rand(0, 4)];
        if ($this->order->kept > 0 && $this->chance(0.05)) {
            // Another process has it, and keeps it.
            [$key, $wait] = ['kept-' . mt_rand(0, $this->order->kept - 1), 0];
        }
        if ($this->keepsOneOf($key)) {
            return;
        }
        if (!isset($this->used[$key]) || $this->chance(0.5)) {
            $this->used[$key] = $this->make($key);
        }
        [$lock, $terms, $given, $travels] = $this->used[$key];
        if (!$travels && $this->chance(0.15)) {
            $this->runs->run($lock, $key, $given, $wait, [...$terms, "wait=$wait"]);
            return;
        }
        if (!$travels && in_array($key, $this->order->jobs, true) && method_exists($lock, 'isDone') && $this->chance(0.8)) {
            $this->runs->run($lock, $key, $given, $wait, [...$terms, "wait=$wait"], mt_rand(200, 800) / 1000);
            return;
        }
        $token = $this->acquire($lock, $key, $given, $wait, [...$terms, "wait=$wait"]);
        if ($token === null) {
            return;
        }
        $lost = $this->hold($lock, $key, $token);
        if ($lost && count(keysOf($key)[0]) > 1 && $given === '' && $this->chance(0.3)) {
            $this->again($lock, $key, $token, [...$terms, 'wait=0']);
            return;
        }
        if ($this->chance($this->order->shares * ($given === '' ? 0.1 : 0.3))) {
            unset($this->used[$key]);
            $this->sharing->share($lock, $key, $token, $given, $terms);
            return;
        }
        if ($travels) {
            $this->handOn($lock, $key, $token);
            return;
        }
        if ($this->restarts && $this->chance(0.3)) {
            $this->kept[$key] = [$lock, $token];
            return;
        }
        match (mt_rand(0, 9)) {
            0 => $this->drop($lock, $key, $token),
            1 => $this->kept[$key] = [$lock, $token],
            2 => $this->chance(0.2) ? $this->force($lock, $key, $token) : $this->release($lock, $key, $token),
            default => $this->release($lock, $key, $token),
        };
    }

    private function keepsOneOf(string $name): bool
    {
        $keys = array_merge([], ...array_map(fn (string $kept): array => keysOf($kept)[0], array_keys($this->kept)));

        return array_intersect(keysOf($name)[0], $keys) !== [];
    }

    /** @return array{RedisLock, list<string>, string, bool} with its terms, the token that it was given, and whether it is to be handed on */
    private function make(string $key): array
    {
        $ttl = $this->chance(0.5) ? mt_rand(60, 400) / 1000 : mt_rand(400, (int) ($this->order->ttl * 1000)) / 1000;
        $renew = $this->chance(0.35);
        $travels = $this->chance(0.15);
        // Those that do not say that they signal are like holders of other makes: Redis tells their waiters of the end, or they poll.
        $given = $this->chance(0.3) ? ['given-', 'given-', 'rl_given-'][mt_rand(0, 2)] . getmypid() . '-' . hrtime(true) : '';
        $fence = array_intersect(keysOf($key)[0], [...$this->order->fenced, ...$this->order->numbered]) !== [];
        // Less than its ttl, within which it is released or gone.
        $atLeast = knows('atLeast') && $this->chance(0.12) ? mt_rand(20, (int) min(300, $ttl * 800)) / 1000 : 0;
        $replicas = $this->order->replicas > 0 && $this->chance(0.4) ? mt_rand(1, $this->order->replicas) : 0;
        $make = fn (): RedisLock => new RedisLock(
            ...arguments($key, $atLeast),
            ttl: $ttl,
            server: $this->order->server,
            token: $given === '' ? null : $given,
            autoRelease: !$travels,
            autoRenew: $renew,
            fence: $fence,
            replicas: $replicas,
        );
        $lock = $given === '' && $this->chance(0.7) ? $this->journal->untold($make) : $make();

        return [$lock, ["ttl=$ttl", 'renew=' . (int) $renew, "replicas=$replicas", "least=$atLeast"], $given, $travels];
    }

    /** @param list<string> $terms */
    private function acquire(RedisLock $lock, string $key, string $given, float $wait, array $terms): ?string
    {
        $call = $this->journal->begin('acquire', $key, $given, ...$terms);
        $this->waits = $wait > 0;
        $answer = answer(fn (): bool => $lock->acquire($wait), $why);
        $this->waits = false;
        if ($answer === 'yes') {
            return $this->journal->took($call, $lock, $key);
        }
        $this->journal->end($call, $answer, $why);
        pauseAfter($answer);
        if ($answer === 'left') {
            // The handler may have run just after the acquire: the end of the object releases what it may hold.
            unset($this->used[$key]);
        }

        return null;
    }

    /** Works under the lock for a while, which may be longer than its ttl. Returns whether it was told that it is lost. */
    private function hold(RedisLock $lock, string $key, string $token): bool
    {
        $lost = false;
        $end = hrtime(true) + [0, 1_000, 10_000, 100_000, mt_rand(0, 700_000)][mt_rand(0, 4)] * 1_000;
        do {
            $this->journal->trusts($lock, $token);
            $lost = in_array($this->touch($lock, $key, $token), ['no', 'lost'], true) || $lost;
            $this->journal->trusts($lock, $token);
            usleep(mt_rand(0, 20_000));
        } while (hrtime(true) < $end);

        return $lost;
    }

    private function touch(RedisLock $lock, string $key, string $token): ?string
    {
        return match (mt_rand(0, 11)) {
            0 => $this->journal->ask('held', $key, $token, $lock->isHeld(...)),
            1 => $this->journal->ask('ensure', $key, $token, $lock->ensureHeld(...)),
            2, 3 => $this->extend($lock, $key, $token),
            4 => $this->fork($lock, $key, $token),
            5, 6, 7 => $this->write($lock, $key, $token),
            8 => $this->chance(0.25) ? $this->forcePart($key) : null,
            default => null,
        };
    }

    /** By less than what is left as often as by more. */
    private function extend(RedisLock $lock, string $key, string $token): string
    {
        $ttl = mt_rand(20, (int) ($this->order->ttl * 1000)) / 1000;

        return $this->journal->ask('extend', $key, $token, fn (): bool => $lock->extend($ttl), "ttl=$ttl");
    }

    /** A process removes one key of a list, or the first permit, no matter who has it. */
    private function forcePart(string $name): void
    {
        [$keys, $permits] = keysOf($name);
        if (count($keys) > 1 || $permits > 1) {
            $part = $keys[mt_rand(0, count($keys) - 1)];
            $this->journal->ask('force', $part, '', (new RedisLock($part, 1, $this->order->server))->forceRelease(...));
        }
    }

    /**
     * The next acquire of an object that was told its list is lost: what is left of it is released ahead.
     *
     * @param list<string> $terms
     */
    private function again(RedisLock $lock, string $name, string $token, array $terms): void
    {
        $left = $this->journal->begin('again', $name, $token);
        $call = $this->journal->begin('acquire', $name, '', ...$terms);
        $answer = answer($lock->acquire(...), $why);
        $next = $answer === 'yes' ? $this->journal->took($call, $lock, $name) : null;
        if ($next === null) {
            $this->journal->end($call, $answer, $why);
        }
        $this->journal->end($left, $answer);
        if ($next !== null) {
            $this->release($lock, $name, $next);
        }
    }

    /** A write that only the fence protects: its process may be stopped at any line of it. */
    private function write(RedisLock $lock, string $key, string $token): void
    {
        $fence = $lock->fence();
        $fenced = array_values(array_intersect(keysOf($key)[0], $this->order->fenced));
        if ($fence !== null && $fenced !== []) {
            $key = $fenced[mt_rand(0, count($fenced) - 1)];
            $this->journal->note('write', $key, $token, $this->store->write($key, $fence, $token));
        }
    }

    /** The child holds nothing, and releases nothing however it ends. */
    private function fork(RedisLock $lock, string $key, string $token): void
    {
        // A fork that fails is none.
        if (!$this->chance(0.3) || pcntl_fork() !== 0) {
            return;
        }
        $this->journal->note('born', "{$this->order->slot}");
        // It has a copy of the token.
        $this->journal->note('tells', $token);
        mt_srand($this->order->seed ^ getmypid());
        foreach (['isHeld', 'extend', 'release'] as $verb) {
            if ($this->chance(0.4)) {
                $this->journal->ask("child-$verb", $key, $token, [$lock, $verb]);
            }
        }
        $this->kept = [];
        $this->end(WAYS_OF_A_CHILD);
    }

    /** The end of the object, which round() has a reference to as well. */
    private function drop(?RedisLock &$lock, string $key, string $token): void
    {
        $call = $this->journal->begin('drop', $key, $token);
        unset($this->used[$key]);
        $lock = null;
        $this->journal->end($call, 'yes');
    }

    /** The end of an object that leaves its lock to the process that has the token: another process finds it in the box. */
    private function handOn(?RedisLock &$lock, string $key, string $token): void
    {
        $is_held = $lock->remaining() > 0;
        $this->journal->tells($lock);
        $this->journal->note('hands', $key, $token);
        unset($this->used[$key]);
        $lock = null;
        if ($is_held) {
            $name = getmypid() . '-' . hrtime(true);
            file_put_contents("{$this->order->box}/.$name", "$key $token");
            rename("{$this->order->box}/.$name", "{$this->order->box}/$name");
        }
    }

    /** Takes over what another has handed on, and releases it, hands it on, or leaves it to its ttl. */
    private function adopt(): bool
    {
        $found = glob("{$this->order->box}/[0-9]*");
        // Of several that want the same one, one gets it.
        $mine = "{$this->order->box}/." . getmypid() . '-adopted';
        if ($found === [] || !@rename($found[mt_rand(0, count($found) - 1)], $mine)) {
            return false;
        }
        [$key, $token] = explode(' ', file_get_contents($mine));
        [$keys, $permits] = keysOf($key);
        if (count($keys) > 1 || $permits > 1) {
            if (!knows('permits')) {
                rename($mine, "{$this->order->box}/" . getmypid() . '-' . hrtime(true));
                return false;
            }
            // In another order it is the same list.
            shuffle($keys);
            $key = implode(',', $keys) . ($permits > 1 ? "*$permits" : '');
        }
        $renew = $this->chance(0.35);
        $ttl = mt_rand(400, (int) ($this->order->ttl * 1000)) / 1000;
        $this->journal->note('adopts', $key, $token, 'renew=' . (int) $renew, "ttl=$ttl");
        $lock = new RedisLock(...arguments($key), ttl: $ttl, server: $this->order->server, token: $token, autoRenew: $renew);
        $answer = $this->chance(0.5)
            ? $this->journal->ask('held', $key, $token, $lock->isHeld(...))
            : $this->journal->ask('extend', $key, $token, $lock->extend(...), "ttl=$ttl");
        if ($answer !== 'yes') {
            return true;
        }
        $this->hold($lock, $key, $token);
        match (mt_rand(0, 5)) {
            0, 1 => $this->handOn($lock, $key, $token),
            2 => null,
            default => $this->release($lock, $key, $token),
        };

        return true;
    }

    /** What is kept until the end is believed, and asked for now and then. */
    private function watch(): void
    {
        foreach ($this->kept as $key => [$lock, $token]) {
            $this->journal->trusts($lock, $token);
            if ($this->chance(0.1)) {
                $this->journal->ask('held', $key, $token, $lock->isHeld(...));
            }
        }
    }

    /** Forked children that have ended; one that is left when its parent ends is reaped unseen. */
    private function reap(): void
    {
        while (($child = pcntl_waitpid(-1, $status, WNOHANG)) > 0) {
            if (pcntl_wifsignaled($status) && in_array(pcntl_wtermsig($status), CRASHES, true)) {
                $this->journal->note('crashed', (string) $child, (string) pcntl_wtermsig($status));
            }
        }
    }

    private function release(RedisLock $lock, string $key, string $token): void
    {
        $answer = $this->journal->ask('release', $key, $token, $lock->release(...));
        if ($answer === 'silent' && $this->chance(0.5)) {
            $answer = $this->journal->ask('release', $key, $token, $lock->release(...));
        }
        if ($answer !== 'yes' && $answer !== 'no') {
            // It still holds, for all it knows.
            unset($this->used[$key]);
        }
    }

    private function force(RedisLock $lock, string $key, string $token): void
    {
        if ($this->journal->ask('force', $key, $token, $lock->forceRelease(...)) !== 'yes') {
            unset($this->used[$key]);
        }
    }

    private function chance(float $share): bool
    {
        return mt_rand() / mt_getrandmax() < $share;
    }
}

$order = json_decode($argv[1], false, 16, JSON_THROW_ON_ERROR);
// PHP that is started again in its process does not do the same again.
$order->seed += (int) ($argv[2] ?? 0);
$worker = new Worker($order);
$worker->live();
$worker->end(PHP_SAPI === 'embed' ? WAYS_OF_A_START : WAYS);
