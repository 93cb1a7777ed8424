<?php

/**
 * The manual of the extension redislock, for editors and static analysis. Do not load it in a program: the extension has these classes.
 * How an editor, PHPStan and Psalm find it: docs/install.md, "IDEs, PHPStan and Psalm". What the words mean: docs/glossary.md.
 *
 * The class and its exceptions are global: import each of them in a namespace, or a `catch` never matches.
 */

declare(strict_types=1);

/**
 * A lock on Redis: one holder at a time among all processes, on all machines, that use the same key on the same Redis. Times are seconds.
 *
 *     $lock = new RedisLock('orders:42', ttl: 10);
 *     if ($lock->acquire()) {
 *         ship(42);
 *         $lock->release();
 *     } else {
 *         echo "another process is shipping order 42\n";
 *     }
 *
 * Keep the object in a variable: the lock is released with its object, at the end of the script, at an exception, `exit` or a fatal
 * error. A process that is killed leaves its lock to the ttl. After a fork the child's copy holds nothing. (docs/guide.md, "After a crash")
 *
 * false means no: acquire() returns it when another holds the lock, the other methods when this object does not. No reply, or an error as
 * reply, is an exception: do not start the work. (docs/reference.md, "Errors")
 */
final class RedisLock
{
    /**
     * Names a lock. Sends nothing and connects to nothing. More about each argument: docs/reference.md, "Constructor"; "Errors".
     *
     *     new RedisLock('my:lock', 10);                                           // SET my:lock TOKEN NX EX 10
     *     new RedisLock('my:lock', 0.25, server: 'redis://10.0.0.5:6379/2');      // 250 ms, database 2
     *     new RedisLock('my:lock', 10, autoRenew: true, renewFor: 3600);          // kept while the work runs, an hour at most
     *     new RedisLock(['sku:1', 'sku:7'], 10);                                  // both or none
     *     new RedisLock('slow-api', 10, permits: 5);                              // five holders at a time
     *
     * @param string|list<string> $key Any bytes, 1 byte to 64 KiB with redislock.prefix, without `:rl-`; or 1 to 64 such keys: all or none.
     * @param int|float|null $ttl Seconds that Redis keeps the lock: 0.01 to ten years, INF for ever. null: redislock.ttl (30).
     * @param string|list<string>|null $server An address, or three or more: a quorum. null: redislock.server. (docs/servers.md)
     * @param string|null $token Adopts a lock by its token, 1 to 4096 bytes. null: a fresh one per lease. (docs/guide.md, "Handing a lock
     *     on")
     * @param bool $autoRelease false: what this object acquires outlives it, until its token releases it or the ttl ends.
     * @param bool $autoRenew true: a thread extends the lease while the process lives. (docs/guide.md, "Keeping a lock")
     * @param int|float $renewFor With autoRenew: for this many seconds after acquire() at most, for a job that hangs. INF: no limit.
     * @param bool $fence true: acquire() numbers the lease, see fence().
     * @param int $replicas How many replicas must have confirmed the lock before acquire() is true, 0 to 65535.
     * @param int $permits How many may hold the key at a time, 1 to 64; the same for all who use it. (docs/guide.md, "Several holders")
     * @param int|float $atLeast The lock stays taken for this many seconds after acquire(): 0, or 0.001 to the ttl. (docs/guide.md, "At least for")
     * @throws TypeError A wrong type.
     * @throws ValueError An argument outside its limits, two that exclude each other, a wrong redislock.server.
     * @throws LogicException The object was constructed before.
     */
    public function __construct(
        string|array $key,
        int|float|null $ttl = null,
        #[\SensitiveParameter] string|array|null $server = null,
        #[\SensitiveParameter] ?string $token = null,
        bool $autoRelease = true,
        bool $autoRenew = false,
        int|float $renewFor = INF,
        bool $fence = false,
        int $replicas = 0,
        int $permits = 1,
        int|float $atLeast = 0,
    ) {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Takes the lock if it is free. Tries once, or waits for at most $wait seconds, until the holder releases or its ttl ends.
     *
     *     if (!$lock->acquire(2.5)) {
     *         return;                  // another process still holds it after 2.5 seconds
     *     }
     *
     * An exception is no answer: do not start the work, though Redis may have the lock. (docs/reliability.md, "Until when a key stays")
     *
     * Waiters are woken in no order. A wait ends within 5 ms of its time; a Redis that does not reply can delay that by one
     * of its timeouts. Signal handlers run meanwhile and may throw: the lock is not held then. (docs/guide.md, "Waiting"; "Signals")
     *
     * @param int|float $wait Seconds. 0: tries once. INF: no limit. A bool is refused.
     * @return bool true: held until remaining() is 0. false: another holds it, so do not work. Not to be ignored: PHP 8.5 warns.
     * @throws RedisLockConnectionException No reply, or no connection or thread for autoRenew.
     * @throws RedisLockServerException Redis replied with an error: out of memory, a replica, no permission, too few replicas ...
     * @throws RedisLockLostException The ttl had run out when the reply came. The lock is being released.
     * @throws LogicException This object holds or waits already; or a wait of INF for a key that another object of this thread holds.
     * @throws TypeError Not a number.
     * @throws ValueError Below 0, or NAN.
     * @throws Throwable Whatever a signal handler throws during the wait.
     * @phpstan-impure
     */
    #[\NoDiscard]
    public function acquire(int|float $wait = 0): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Acquires, calls, releases. The callback runs only while the lock is held, and the lock is released however the callback ends.
     *
     *     try {
     *         $invoice = $lock->run(fn (RedisLock $lock) => bill(42), wait: 5);
     *     } catch (RedisLockNotAcquiredException) {
     *         // another process holds it; bill() was not called
     *     } catch (RedisLockLostException $lost) {
     *         // bill() took longer than the ttl; what it returned is in $lost->result
     *     }
     *
     * If the lock is not acquired, the callback is not called. If Redis is away at the release, the value is returned while the deadline
     * stands. Under a lock that was handed over by its token, work between isHeld() and release() instead. (docs/reference.md, "Errors")
     *
     * @template T
     * @param callable(RedisLock): T $critical The work; not a generator, which would run without the lock.
     * @param int|float $wait Seconds to wait for the lock, as in acquire().
     * @param int|float $doneFor Seconds, 0.001 to ten years, for which the work is not done again; 0: not at all. (docs/guide.md, "Done once")
     * @param null|callable(): ?T $lookup Returns the result if it is there already, else null; no bool. (docs/guide.md, "Computed once")
     * @return T What the callback returned, or what lookup found.
     * @throws RedisLockDoneException With doneFor: the work is done.
     * @throws RedisLockNotAcquiredException Another holds it, or a lease with this object's token.
     * @throws RedisLockLostException The lock did not last as long as the callback or lookup, or the reply to acquire() came too late.
     * @throws RedisLockConnectionException No reply to the acquire.
     * @throws RedisLockServerException An error as reply to the acquire.
     * @throws LogicException As in acquire().
     * @throws TypeError Not a callable or a number; a generator; or lookup returned a bool.
     * @throws ValueError A wait or doneFor outside its limits; doneFor with several keys, permits or a quorum.
     * @throws Throwable Whatever the callback, lookup, or a signal handler during the wait, throws.
     * @phpstan-impure
     */
    public function run(callable $critical, int|float $wait = 0, int|float $doneFor = 0, ?callable $lookup = null): mixed
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Extends the lock: it lives for at least $ttl seconds from now. Never shortens it.
     *
     *     if (!$lock->extend()) {
     *         throw new RuntimeException('the import lost its lock');   // stop: another may have begun
     *     }
     *
     * An expired lock is held again if its token is still at the key. After an exception the lease stands until remaining() is 0.
     * (docs/guide.md, "A long job")
     *
     * @param int|float|null $ttl Seconds, with the constructor's limits. null: the constructor's ttl. INF: for ever.
     * @return bool true: ours. false: not ours, or not any more.
     * @throws RedisLockConnectionException No reply; nothing is sent again.
     * @throws RedisLockServerException An error as reply.
     * @throws TypeError Not a number.
     * @throws ValueError A number that is no ttl.
     * @phpstan-impure
     */
    public function extend(int|float|null $ttl = null): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Releases the lock if it is ours: Redis compares the token and deletes the key in one step.
     *
     *     if (!$lock->release()) {
     *         $log->warning('the lock ended before the work did');
     *     }
     *
     * Without a reply the request is sent once more (not on a quorum, nor of a shared token); then call release() again, or leave it to
     * the object's end. doneFor, a shared token and INF: it stays then, which is logged. (docs/when-redis-is-down.md, "The end of the work")
     *
     * @param int|float $doneFor Seconds, 0.001 to ten years, for which the work counts as done, as in run(). 0: not at all.
     * @return bool true: it was ours and is gone now, at rest (atLeast) or marked as done. false: it was not ours, and nothing was deleted.
     * @throws RedisLockConnectionException No reply.
     * @throws RedisLockServerException An error as reply.
     * @throws TypeError Not a number.
     * @throws ValueError As of doneFor in run().
     * @phpstan-impure
     */
    public function release(int|float $doneFor = 0): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Tells whether this object's token is at the key, by a request to Redis.
     *
     *     (new RedisLock('orders:42', token: $token))->isHeld();    // is it still ours?
     *
     * With a given token, true tells this object its deadline. (docs/reference.md, "Methods")
     *
     * @throws RedisLockConnectionException No reply.
     * @throws RedisLockServerException An error as reply.
     * @phpstan-impure
     */
    public function isHeld(): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Throws unless isHeld(): for the line before a write that counts.
     *
     *     $lock->ensureHeld();
     *     $payment->capture();
     *
     * A process may be paused between this line and the next: that is what fence() is for. (docs/guide.md, "Fences")
     *
     * @throws RedisLockLostException Held by another; lost, expired, never acquired or released.
     * @throws RedisLockConnectionException No reply: that is "unknown", not "lost"; the lease stands until remaining() is 0.
     * @throws RedisLockServerException An error as reply.
     * @phpstan-impure
     */
    public function ensureHeld(): void
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns the seconds for which this holder may still trust its lock, by the local clock. Sends nothing.
     *
     *     if ($lock->remaining() < 2) {
     *         $lock->extend();
     *     }
     *
     * It ends a little before Redis removes the key. 0.0: not held, as far as this object knows, or a given token before its first isHeld()
     * or extend(). INF: a ttl of INF. (docs/protocol.md, "The lease")
     *
     * @throws void
     * @phpstan-impure
     */
    public function remaining(): float
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Tells whether the key is held, by whomever, by a request to Redis. Of several keys: any of them; of permits: all.
     *
     *     $running = (new RedisLock('nightly-import'))->isLocked();
     *
     * To take the lock, call acquire() and nothing before it.
     *
     * @throws RedisLockConnectionException No reply.
     * @throws RedisLockServerException An error as reply.
     * @phpstan-impure
     */
    public function isLocked(): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Tells whether run() or release() with doneFor has marked the work of this lock as done, by a request to Redis.
     *
     *     $billed = (new RedisLock('bill:42'))->isDone();
     *
     * To do the work once, call run() with doneFor and nothing before it. Of several keys, permits and a quorum: false.
     *
     * @throws RedisLockConnectionException No reply.
     * @throws RedisLockServerException An error as reply.
     * @phpstan-impure
     */
    public function isDone(): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns the token at the key, by a request to Redis: for comparing, not to adopt a lock by it. It releases the lock: do not log it.
     *
     *     $ours = $lock->holder() === $token;
     *
     * null: free, at rest, done, or a key of another type. Of several keys or permits: docs/reference.md, "Methods".
     *
     * @throws RedisLockConnectionException No reply, or a value of more than 1 MiB.
     * @throws RedisLockServerException An error as reply.
     * @phpstan-impure
     */
    public function holder(): ?string
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Removes the key, all of several keys and all permits, whoever holds them. For an operator's console, not for a program's flow.
     *
     *     (new RedisLock('nightly-import'))->forceRelease();    // its holder crashed and the ttl is long
     *
     * The holder is not told; it learns of it at its next extend(), isHeld() or release(). Any string is removed, and of other types only
     * locks of Symfony and Redisson. (docs/reference.md, "Methods")
     *
     * @return bool true: there was a key, and it is gone. false: the lock was free.
     * @throws RedisLockConnectionException No reply.
     * @throws RedisLockServerException Something else than a lock is there, or Redis replied with an error.
     * @phpstan-impure
     */
    public function forceRelease(): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns the key as Redis sees it, with the prefix; of several keys the first. Sends nothing.
     *
     *     ini_set('redislock.prefix', 'shop:');
     *     (new RedisLock('orders:42'))->key();    // shop:orders:42
     *
     * Do not make another object with it: its constructor adds the prefix again.
     *
     * @throws void
     */
    public function key(): string
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns all keys as Redis sees them, in the order of the constructor. Sends nothing.
     *
     * @return list<string>
     * @throws void
     */
    public function keys(): array
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns the token of the current lease, else of the last. Sends nothing. It releases the lock: do not log it.
     *
     *     $lock = new RedisLock('orders:42', ttl: 3600, autoRelease: false);
     *     if ($lock->acquire()) {
     *         $queue->push(['order' => 42, 'token' => $lock->token()]);    // the worker that takes this job releases the lock
     *     }
     *
     * Read it after acquire(): each lease has a new one, unless you gave it. From this call on others may hold by it, so this object
     * releases nothing by itself once the deadline has passed. (docs/guide.md, "Handing a lock on")
     *
     * @throws RedisLockException No random bytes for a token.
     * @phpstan-impure
     */
    public function token(): string
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns the number of the current lease, greater than that of every earlier lease of the key. Sends nothing.
     *
     *     $lock = new RedisLock('report:7', ttl: 10, fence: true);
     *     if ($lock->acquire()) {
     *         $save->execute([$body, $lock->fence()]);    // UPDATE ... WHERE id = 7 AND fence < ?; no row: a later holder has written
     *     }
     *
     * It grows, also over expiry, FLUSHALL and restarts, but does not count one by one. null: not requested, adopted, or not held as far as
     * this object knows; after the deadline it is still the number. (docs/guide.md, "Fences")
     *
     * @throws void
     * @phpstan-impure
     */
    public function fence(): ?int
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Has waits of this thread call $wait instead of blocking, so that a waiting fiber or coroutine lets the others go on. Until the end of
     * the request; a forked child has it, too.
     *
     *     RedisLock::waitUsing(RedisLock\EventLoop::revolt());    // the package redislock/php
     *
     * $wait(resource|null $stream, bool $write, float $seconds) is called on the stack of the fiber that waits, suspends it, and returns
     * when the stream is readable (or with $write writable), or $seconds are over. false: nothing can be suspended here, so this wait
     * blocks. An exception ends the wait, and nothing is held. (docs/reference.md, "Waiting in a loop"; docs/coroutines.md, "What still
     * blocks")
     *
     * @param null|callable(resource|null, bool, float): mixed $wait null: waits block again.
     * @return null|callable(resource|null, bool, float): mixed What was set before.
     * @throws TypeError Not callable, or a generator function.
     * @phpstan-impure
     */
    public static function waitUsing(?callable $wait): mixed
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns the counters of this process, all its threads together; a forked child goes on from its parent's. Sends nothing, but waits
     * for replies to releases that ended with their objects: up to redislock.io_timeout.
     *
     *     $holds = RedisLock::stats()['holds'];
     *     printf("%d leases, %.3f s each\n", $holds['count'], $holds['sum'] / max(1, $holds['count']));
     *
     * What each entry counts: docs/reference.md, "Counters".
     *
     * @return array{
     *     acquired: int, contended: int, waited: int, released: int,
     *     lost: int, renewed: int, reconnected: int, failed: int, forgotten: int, overwritten: int,
     *     waits: array{count: int, sum: float, longest: float, buckets: list<array{float, int}>},
     *     holds: array{count: int, sum: float, longest: float, buckets: list<array{float, int}>}
     * }
     * @throws void
     * @phpstan-impure
     */
    public static function stats(): array
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Takes out what happened to this thread's locks, the oldest first: for a framework, at the end of a request or job. Waits as stats()
     * does.
     *
     *     foreach (RedisLock::events() as $event) {       // php.ini: redislock.events = 1000
     *         error_log(sprintf('%s %s (%s) waited %.3f s', $event['event'], $event['key'], $event['outcome'], $event['waited']));
     *     }
     *
     * redislock.events says how many are kept; 0, the default: none. All entries: docs/reference.md, "Events".
     *
     * @return list<array{
     *     event: 'acquired'|'refused'|'failed'|'released'|'lost'|'expired'|'abandoned', outcome: string,
     *     key: string, keys: int, name: string, label: string|null, permit: int|null,
     *     waited: float, held: float|null, time: float, request: int
     * }>
     * @throws void
     * @phpstan-impure
     */
    public static function events(): array
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Releases what this thread's objects acquired and still hold, as the end of a request does: for a worker, between two of its jobs.
     *
     *     $own = RedisLock::stats()['acquired'];      // what the worker itself holds stays
     *     while ($job = $queue->next()) {
     *         $job->run();
     *         foreach (RedisLock::releaseAll($own) as $key) {
     *             error_log("a job left the lock $key");
     *         }
     *     }
     *
     * What was made with autoRelease: false, or adopted, stays. After waitUsing() it releases what the calling fiber itself acquired.
     * Nothing is thrown if Redis is away: the releases are sent later. (docs/guide.md, "Workers"; docs/reliability.md, "Until when a key stays")
     *
     * @param int $since Releases only what was acquired after this process had taken that many leases. 0: all.
     * @return list<string> The keys that were released, as key() has them, in the order of their acquires; of a lock of several keys all.
     * @throws TypeError Not an int.
     * @throws ValueError Below 0.
     * @phpstan-impure
     */
    public static function releaseAll(int $since = 0): array
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns what Redis knows of a lock, whoever holds it: for operators. Changes nothing.
     *
     *     $lock = RedisLock::describe('nightly-import');
     *     echo $lock === null ? "free\n" : sprintf("%s, %d s left\n", $lock['label'] ?? '?', $lock['remaining']);
     *
     * `token` releases the lock: do not log it. All entries: docs/reference.md, "What describe() returns".
     *
     * @param string $key As in the constructor.
     * @param string|list<string>|null $server As in the constructor.
     * @return array{
     *     key: string, name: string, type: string, token: string|null, label: string|null,
     *     remaining: float, waiting: bool|null, fence: int|null, resting: bool, done: bool, permits: int,
     *     holders: list<array{
     *         permit: int, type: string, token: string|null, label: string|null, remaining: float, resting: bool,
     *         token_base64?: string
     *     }>, pattern: string, key_base64?: string, name_base64?: string, token_base64?: string,
     *     pattern_base64?: string
     * }|null null: the lock is free.
     * @throws RedisLockConnectionException No reply.
     * @throws RedisLockServerException An error as reply.
     * @throws TypeError A wrong type.
     * @throws ValueError A key or address that the constructor refuses.
     * @phpstan-impure
     */
    public static function describe(
        string $key,
        #[\SensitiveParameter] string|array|null $server = null,
    ): ?array {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Finds locks by SCAN, for an operator's table. Changes nothing. It takes about a second for each million keys of the database.
     *
     *     foreach (RedisLock::locks('orders:*') as $lock) {
     *         printf("%s: %s, %d s left\n", $lock['name'], $lock['label'] ?? '?', $lock['remaining']);
     *     }
     *
     * Each element is what describe() returns, in the order of their keys. (docs/reference.md, "What describe() returns")
     *
     * @param string $pattern Which keys, after redislock.prefix: `*` stands for any bytes, everything else for itself.
     * @param string|list<string>|null $server As in the constructor.
     * @param bool $all false: those with a token of this class. true: every key that matches, be it a lock or not.
     * @param int $limit The most locks to return, 1 to 1,000,000; the search ends there.
     * @return list<array{
     *     key: string, name: string, type: string, token: string|null, label: string|null,
     *     remaining: float, waiting: bool|null, fence: int|null, resting: bool, done: bool, permits: int,
     *     holders: list<array{
     *         permit: int, type: string, token: string|null, label: string|null, remaining: float, resting: bool,
     *         token_base64?: string
     *     }>, pattern: string, key_base64?: string, name_base64?: string, token_base64?: string,
     *     pattern_base64?: string
     * }>
     * @throws RedisLockConnectionException No reply.
     * @throws RedisLockServerException An error as reply: no permission for SCAN or GETRANGE, say.
     * @throws TypeError A wrong type.
     * @throws ValueError A wrong address, a pattern of more than 64 KiB, a limit outside its range.
     * @throws Throwable Whatever a signal handler throws meanwhile.
     * @phpstan-impure
     */
    public static function locks(
        string $pattern = '*',
        #[\SensitiveParameter] string|array|null $server = null,
        bool $all = false,
        int $limit = 1000,
    ): array {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Finds locks as locks() does, within bounds: for figures that are taken again and again. Changes nothing.
     *
     *     $found = RedisLock::scan(limit: 100_000, keys: 5_000_000, seconds: 5);
     *     printf("%d locks%s\n", count($found['locks']), $found['complete'] ? '' : ', and there may be more');
     *
     * It ends at the first bound that is reached: then `complete` is false, and the list has some of the locks, not the first ones.
     *
     * @param string $pattern As of locks().
     * @param string|list<string>|null $server As in the constructor.
     * @param bool $all As of locks().
     * @param int $limit The most locks to return, 1 to 1,000,000.
     * @param int $keys The most matching keys to look at, about, on each member of a quorum; at least 1.
     * @param int|float $seconds How long it may take, and one redislock.io_timeout. INF: no limit.
     * @return array{
     *     locks: list<array{
     *         key: string, name: string, type: string, token: string|null, label: string|null,
     *         remaining: float, waiting: bool|null, fence: int|null, resting: bool, done: bool, permits: int,
     *         holders: list<array{
     *             permit: int, type: string, token: string|null, label: string|null, remaining: float, resting: bool,
     *             token_base64?: string
     *         }>, pattern: string, key_base64?: string, name_base64?: string, token_base64?: string,
     *         pattern_base64?: string
     *     }>,
     *     keys: int, complete: bool
     * } keys: how many were looked at
     * @throws RedisLockConnectionException No reply.
     * @throws RedisLockServerException As of locks().
     * @throws TypeError A wrong type.
     * @throws ValueError As of locks(), and a bound outside its range.
     * @throws Throwable Whatever a signal handler throws meanwhile.
     * @phpstan-impure
     */
    public static function scan(
        string $pattern = '*',
        #[\SensitiveParameter] string|array|null $server = null,
        bool $all = false,
        int $limit = 1000,
        int $keys = 10_000_000,
        int|float $seconds = 10,
    ): array {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns what each server says of itself, and which commands of a lock it lets this user run. Changes no lock.
     *
     *     foreach (RedisLock::diagnose() as $node) {
     *         printf("%s: %s\n", $node['node'], $node['error'] ?? $node['info']['redis_version'] ?? 'reached');
     *     }
     *
     * A node that does not reply has `error`, and nothing is thrown. All entries: docs/reference.md, "What diagnose() returns". Advice:
     * docs/cli.md, "doctor".
     *
     * @param string|list<string>|null $server As in the constructor.
     * @param string|null $key The key on which the user's rights are tried. null: `redislock-doctor`.
     * @param bool $clients true: only INFO and CLIENT LIST are sent, and no rights are tried.
     * @return list<array{
     *     node: string, sentinel: bool, error: string|null, latency: float|null, clock: float|null, user: string,
     *     info: array<string, string>, config: array<string, string>, refusals: array<string, string|null>, clients: string|null,
     *     tracking: bool|null
     * }>
     * @throws TypeError A wrong type.
     * @throws ValueError A key or address that the constructor refuses.
     * @phpstan-impure
     */
    public static function diagnose(
        #[\SensitiveParameter] string|array|null $server = null,
        ?string $key = null,
        bool $clients = false,
    ): array {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns what var_dump() and print_r() show. Sends nothing, and never has the token or the address.
     *
     *     var_dump($lock);    // key: "orders:42", state: "held", remaining: 9.89
     *
     * States: docs/reference.md, "Methods".
     *
     * @return array{key: string, keys?: list<string>, state: 'none'|'held'|'expired'|'releasing'|'released'|'lost', remaining: float}
     * @throws void
     * @phpstan-impure
     */
    public function __debugInfo(): array
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }
}

/**
 * The base of every exception about a lock. Around run() catch RedisLockLostException before it: there the work may be done.
 *
 * No message shows a token or a password, and getCode() is 0. (docs/reference.md, "Errors")
 */
class RedisLockException extends RuntimeException
{
}

/**
 * From run(): another process holds the lock. The callback was not called.
 */
class RedisLockNotAcquiredException extends RedisLockException
{
}

/**
 * From run() with doneFor: the work is done. The callback was not called. Do not try again later.
 */
class RedisLockDoneException extends RedisLockException
{
    /** How long the marker stays, in seconds. */
    public mixed $remaining = null;
}

/**
 * This object held the lock and no longer does: the ttl ran out, or the key was removed. From run() the work may be done.
 */
class RedisLockLostException extends RedisLockException
{
    /** What run()'s callback returned; null: it was not called, or did not return. */
    public mixed $result = null;
}

/**
 * Redis could not be reached, or its reply did not come in time. Whether the command was carried out is unknown.
 */
class RedisLockConnectionException extends RedisLockException
{
}

/**
 * Redis replied with an error: a wrong password, out of memory, a replica, loading its data, no permission. The message has the address and
 * Redis's own words.
 */
class RedisLockServerException extends RedisLockException
{
}
