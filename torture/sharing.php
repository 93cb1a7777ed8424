<?php
// Owns what processes of the torture do with a lease that several of them know: its first owner tells the token and goes on with its
// object, and others adopt it. Each calls every verb, whatever the others do.
// Judges nothing; writes what each believed (journal.php). That no holder by token loses what it trusts is the checker's (handed_on.rs).
// Called by worker.php.

declare(strict_types=1);

final class Sharing
{
    /**
     * @param Closure(RedisLock, string, string, float, list<string>): ?string $acquire the worker's: returns the token of the lease
     * @param Closure(RedisLock, string, string, float, list<string>): void $run likewise
     */
    public function __construct(
        private object $order,
        private Journal $journal,
        private Closure $acquire,
        private Closure $run,
    ) {
    }

    /**
     * The first owner hands its lease on and keeps its object; the token of its next lease is new unless it was given.
     *
     * @param list<string> $terms
     */
    public function share(?RedisLock &$lock, string $name, string $token, string $given, array $terms): void
    {
        $this->journal->tells($lock);
        $this->journal->note('shares', $name, $token);
        $this->post($name, $token);
        $this->use($lock, $name, $token, $given, true, $terms);
    }

    /** Adopts a lease that another has told of. */
    public function join(): bool
    {
        $found = glob("{$this->order->box}/shared-*");
        $mine = "{$this->order->box}/." . getmypid() . '-joined';
        // Of several that want the same one, one gets it at a time.
        if (!knows('permits') || $found === [] || !@rename($found[mt_rand(0, count($found) - 1)], $mine)) {
            return false;
        }
        [$name, $token] = explode(' ', file_get_contents($mine));
        if (mt_rand(0, 1) === 0) {
            $this->post($name, $token);
        }
        // Some extend by long, so that theirs is the lease that the first owner has an old idea of.
        $ttl = [mt_rand(60, 400), (int) ($this->order->ttl * 1000)][mt_rand(0, 1)] / 1000;
        $renews = mt_rand(0, 3) === 0;
        $lock = new RedisLock(
            ...arguments($name),
            ttl: $ttl,
            server: $this->order->server,
            token: $token,
            autoRenew: $renews,
            autoRelease: mt_rand(0, 1) === 0,
        );
        $this->journal->note('joins', $name, $token, 'renew=' . (int) $renews, "ttl=$ttl");
        $this->use($lock, $name, $token, $token, false, ["ttl=$ttl", 'renew=' . (int) $renews, 'replicas=0', 'least=0']);

        return true;
    }

    private function post(string $name, string $token): void
    {
        $file = getmypid() . '-' . hrtime(true);
        file_put_contents("{$this->order->box}/.$file", "$name $token");
        rename("{$this->order->box}/.$file", "{$this->order->box}/shared-$file");
    }

    /**
     * @param string $given the token of the object's next lease; '' where that is a new one, which no other knows
     * @param bool $is_own whether the object has acquired the lease
     * @param list<string> $terms
     */
    private function use(?RedisLock &$lock, string $name, string $token, string $given, bool $is_own, array $terms): void
    {
        $end = hrtime(true) + mt_rand(100, 2_500) * 1_000_000;
        do {
            $this->journal->trusts($lock, $token);
            $has_acquired = $this->call($lock, $name, $token, $given, $terms);
            if ($has_acquired && $given === '') {
                // What it has by now is not what was handed on.
                $lock = null;
                return;
            }
            $is_own = $is_own || $has_acquired;
            $this->journal->trusts($lock, $token);
            usleep(mt_rand(0, 40_000));
        } while (hrtime(true) < $end && !file_exists($this->order->stop));
        // The end of an object releases what that has acquired, and knows to be its own: after a pause renewal may tell it so at any moment.
        $asks = $is_own && ($lock->remaining() > 0 || in_array('renew=1', $terms, true));
        $call = $this->journal->begin('drop', $name, $token, 'asks=' . (int) $asks);
        $lock = null;
        $this->journal->end($call, 'yes');
    }

    /**
     * Calls a verb. Returns whether it may have acquired.
     *
     * @param list<string> $terms
     */
    private function call(RedisLock $lock, string $name, string $token, string $given, array $terms): bool
    {
        $roll = mt_rand(0, 15);
        // While it is trusted an acquire is a LogicException.
        $may = $lock->remaining() == 0.0;
        if ($roll < 7 && $may) {
            $wait = [0, 0, 0.03, 0.4][mt_rand(0, 3)];
            $next = ($this->acquire)($lock, $name, $given, $wait, [...$terms, "wait=$wait"]);
            if ($next !== null && $given === '') {
                $this->journal->ask('release', $name, $next, $lock->release(...));
            }

            // A handler may have thrown at the end of its wait.
            return $next !== null || $lock->remaining() > 0;
        }
        if ($roll === 7) {
            $may ? ($this->run)($lock, $name, $given, 0, [...$terms, 'wait=0']) : $this->runHeld($lock, $name, $token);

            return $may;
        }
        // As often by long: then others have an old idea of its deadline.
        $ttl = mt_rand(0, 1) === 0 ? $this->order->ttl : mt_rand(20, (int) ($this->order->ttl * 1000)) / 1000;
        match (true) {
            $roll < 11 => $this->journal->ask('held', $name, $token, $lock->isHeld(...)),
            $roll < 15 => $this->journal->ask('extend', $name, $token, fn (): bool => $lock->extend($ttl), "ttl=$ttl"),
            // Now and then, for it ends what all of them have.
            default => mt_rand(0, 2) === 0 ? $this->journal->ask('release', $name, $token, $lock->release(...)) : null,
        };

        return false;
    }

    /** run() is for a lease of its own: refused while the object holds one, whoever acquired it. */
    private function runHeld(RedisLock $lock, string $name, string $token): void
    {
        $until = hrtime(true) + (int) ($lock->remaining() * 1e9);
        $call = $this->journal->begin('run-held', $name, $token);
        try {
            $lock->run(fn (): bool => true);
            // Its deadline may have passed meanwhile: then that was another lease, and is released.
            $answer = hrtime(true) < $until ? 'odd' : 'left';
        } catch (LogicException) {
            $answer = 'no';
        } catch (RedisLockException) {
            $answer = 'left';
        }
        $this->journal->end($call, $answer, $answer === 'odd' ? 'the callback was called under a lease that stood before' : '');
    }
}
