<?php

/**
 * The manual of the extension redislock, for editors and static analysis. It does nothing; the extension brings these classes. Do not
 * load it in a program. PhpStorm finds it as a library (Settings, PHP, Include Path), PHPStan by `scanFiles`, Psalm by `<stubs>`.
 *
 * The class and its exceptions are global: import each of them in a namespace, or a `catch` never matches. A global class RedisLock of your
 * own ends with PHP's "Cannot declare class RedisLock, because the name is already in use": put it into a namespace, or delete it.
 *
 * Words: the *key* stands in Redis. The *token* is the value at the key and proves who holds the lock. The *ttl* is how long Redis keeps the
 * key. A *lease* is what an acquire gives; the holder may trust it until its *deadline*, a little before the ttl ends. Times are seconds.
 *
 * The pages that are named below, such as reference.md, are in docs/ of the project.
 */

declare(strict_types=1);

/**
 * A lock on Redis: one holder at a time, in all processes on all machines that use the same key on the same Redis.
 *
 *     $lock = new RedisLock('orders:42', ttl: 10);
 *     if ($lock->acquire()) {
 *         ship(42);
 *         $lock->release();
 *     } else {
 *         echo "another process is shipping order 42\n";
 *     }
 *
 * Keep the object in a variable: the lock ends with its object, with the request and with the script, also by an exception, `exit` or a fatal
 * error. A process that is killed leaves its lock to the ttl. Only the holder releases.
 *
 * false means no: acquire() is false when another holder has the lock, the other methods when this object does not hold it. No reply is a
 * RedisLockConnectionException, an error as reply a RedisLockServerException, a wrong argument a TypeError or ValueError, a method at the
 * wrong moment a LogicException. No message shows a token or a password; getCode() is 0.
 *
 * An object holds one lease at a time, and may acquire again after it. It cannot be cloned, serialized or given dynamic properties, and is
 * equal (`==`) to no other. After a fork the child's copy holds nothing.
 *
 * The end of an object sends its release and, from the second one of a connection on, does not wait for the reply; release() does. In a
 * cluster and on a quorum the end waits, too. (performance.md, "What a lock sends")
 */
final class RedisLock
{
    /**
     * Names a lock. Nothing is connected and nothing is sent before the first call of another method.
     *
     *     new RedisLock('my:lock', 10);                                           // SET my:lock TOKEN NX EX 10
     *     new RedisLock('my:lock', 0.25, server: 'redis://10.0.0.5:6379/2');      // 250 ms, database 2
     *     new RedisLock('my:lock', 10, autoRenew: true, renewFor: 3600);          // kept while the work runs, an hour at most
     *     new RedisLock(['sku:1', 'sku:7'], 10);                                  // both or none
     *     new RedisLock('slow-api', 10, permits: 5);                              // five holders at a time
     *
     * @param string|list<string> $key Any bytes: 1 byte to 64 KiB, redislock.prefix (as it is set now) included, without `:rl-`. A list of 1 to
     *     64 such keys, none twice, is taken whole or not at all; in a cluster all are in one slot. (guide.md, "Several keys")
     * @param int|float|null $ttl How long Redis keeps the lock after acquire(), in seconds: 0.01 to ten years, to the millisecond, rounded up.
     *     INF: for ever, also when its holder crashed. null, the default: redislock.ttl (30).
     * @param string|list<string>|null $server `redis://[user:password@]host[:port][/database]`, `unix://`, `redis-sentinel://`,
     *     `redis-cluster://`, with TLS `rediss://`, in tests `memory:`; parts are percent-encoded. A list of three or more, five at best, is a
     *     quorum. null, the default: redislock.server. (servers.md, "Addresses"; "TLS"; "Quorum")
     * @param string|null $token Adopts a lock that was taken elsewhere by this token: 1 to 4096 bytes, not `rl_rest`, not beginning with
     *     `rl_done`. The object's end does not release what it did not acquire. Where an acquire() by it gets no reply, what it may have taken is
     *     left to its ttl; with a ttl of INF that is 60 s, unless a second request made it last. null, the default: a fresh token for every lease.
     *     (guide.md, "Handing a lock on")
     * @param bool $autoRelease false: what this object acquires stays when the object goes, until its token releases it or the ttl ends.
     *     Default true.
     * @param bool $autoRenew true: a thread of the extension extends the lease when a third of its ttl has passed, while the process lives, also
     *     while PHP works or sleeps. A lost lock stays lost. Default false. (guide.md, "Keeping a lock")
     * @param int|float $renewFor The most seconds after acquire() to which autoRenew extends the lock, and what the last renewal needed to reach
     *     Redis: for a job that hangs. More than 0; only with autoRenew. INF, the default: no limit.
     * @param bool $fence true: acquire() numbers the lease, see fence(). Default false.
     * @param int $replicas How many replicas must have confirmed the lock (WAIT) before acquire() is true, 0 to 65535, within
     *     redislock.io_timeout less 150 ms. With fewer the lock is released, and a RedisLockServerException has both numbers. It makes a loss at a
     *     failover rare, not impossible. Default 0.
     * @param int $permits How many may hold the key at a time, 1 to 64, each with its own token, ttl and renewal. All users of the key give the
     *     same number. 1, the default: one holder. (guide.md, "Several holders")
     * @param int|float $atLeast The seconds after acquire() for which the lock stays taken, however early it is released: 0, the default, to the
     *     larger of the ttl and, with autoRenew, renewFor. For short jobs on servers whose clocks differ. (guide.md, "At least for")
     *
     * @throws TypeError An argument of a wrong type; coerced as for PHP's own functions under both strict_types.
     * @throws ValueError An argument outside its limits; a socket or file outside open_basedir; a wrong redislock.server in php.ini and no
     *     address; keys of two slots of a cluster; permits above 1 with a list of keys or of servers; fence or permits for a key with braces that
     *     are no hash tag, such as `a}b`; autoRenew with a ttl of INF; renewFor without autoRenew; a list of fewer than three servers or with one
     *     twice; fence or replicas with such a list; replicas with `memory:`. (reference.md, "Errors")
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
     * Takes the lock if it is free. Tries once, or waits for at most $wait seconds.
     *
     *     if (!$lock->acquire(2.5)) {
     *         return;                  // another process still holds it after 2.5 seconds
     *     }
     *
     * Held by another, or a key of another type, such as a lock of Symfony's: false, when the wait is over.
     *
     * Redis unreachable: an exception. Do not start the work. Without a reply the request is sent once more, by the same token. If no reply comes
     * either, the lock may have been taken: it is released at this process's next contact with that Redis, or ends with its ttl. By a given
     * token nothing is sent again or released.
     *
     * A wait sleeps in Redis, not in a loop, and is woken when the holder releases.
     *
     *  - There is no order of arrival among waiters.
     *  - While the holder does not signal (hand-written snippets, Laravel, phpredis, redis-py), Redis tells the waiter when the key changes;
     *    where it cannot, the waiter tries every 100 ms. It tries as well when the holder's ttl ends.
     *  - A wait ends within 5 ms of its time. A Redis that does not reply can delay that by one redislock.io_timeout.
     *  - A wait that had a reply before survives an unreachable or restarting Redis until its end, a wait of INF for 60 seconds.
     *  - Signal handlers run within milliseconds and may throw: the lock is not held then. The wait is no max_execution_time on Linux.
     *
     * An expired lease of this object's own is released first. Where others may have its token (it was given, or token() has told it) nothing is
     * released, and acquire() is false until the key has gone. (guide.md, "Waiting"; "Signals")
     *
     * @param int|float $wait In seconds. 0, the default: tries once. INF: until the lock is there. A bool is refused, because acquire(true)
     *     means other things elsewhere.
     *
     * @return bool true: this object holds the lock until remaining() is 0. false: another holder has it, so do not work; PHP 8.5 and later
     *     warn where the result is dropped.
     *
     * @throws RedisLockConnectionException No reply came.
     * @throws RedisLockServerException Redis replied with an error: out of memory, a replica, no permission, too few replicas ...
     * @throws RedisLockLostException The reply came after the ttl had run out, or a signal handler right after it took longer than the ttl,
     *     and no wait is left. The lock is being released.
     * @throws RedisLockException No random bytes for a token, or no thread for autoRenew.
     * @throws LogicException This object holds its lease already, or is waiting (from a signal handler); or a wait of INF for a key that
     *     another object of this thread holds.
     * @throws TypeError Not a number.
     * @throws ValueError Below 0, or NAN.
     * @throws Throwable Whatever a signal handler throws during the wait.
     *
     * @phpstan-impure
     */
    #[\NoDiscard]
    public function acquire(int|float $wait = 0): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Acquires, calls, releases: the callback runs only while the lock is held, and the lock is released however the callback ends.
     *
     *     try {
     *         $invoice = $lock->run(fn (RedisLock $lock) => bill(42), wait: 5);
     *     } catch (RedisLockNotAcquiredException) {
     *         // another process holds it; bill() was not called
     *     } catch (RedisLockLostException $lost) {
     *         // bill() took longer than the ttl; what it returned is in $lost->result
     *     }
     *
     * An exception of the callback leaves run(). Where Redis is away at the release, the value is returned while the deadline stands, because the
     * work was done under the lock. A callback that released the lock itself has lost nothing. Before the callback everything is as in acquire().
     *
     * Put a loop into the callback: a generator would run without the lock, and is refused. A lock that was handed over by its token is not
     * run(): work between isHeld() and release(). (guide.md, "Handing a lock on"; reference.md, "Errors")
     *
     * With doneFor the release leaves a marker at the key, and each run() with doneFor that meets it throws at once, also in the midst of a wait.
     * Other users see a lock that is held by another. A crash, a failover or an eviction can lose the marker. (guide.md, "Done once")
     *
     * With lookup the work is not done where its result is there already. It is called before anything is sent, during a wait when a release wakes
     * this process and else once a second, and once more under the lock. (guide.md, "Computed once")
     *
     * @template T
     *
     * @param callable(RedisLock): T $critical The work. It is given this object, to extend() or ensureHeld().
     * @param int|float $wait The longest to wait for the lock, in seconds, as in acquire(). Default 0.
     * @param int|float $doneFor How long the work counts as done, in seconds, up to ten years. 0, the default: not at all.
     * @param null|callable(): ?T $lookup Finds what the callback would return, or returns null; no bool. null, the default: nothing is looked for.
     *
     * @return T What the callback returned, or what lookup found.
     *
     * @throws RedisLockDoneException With doneFor: the work is done. The callback was not called.
     * @throws RedisLockNotAcquiredException Held by another, or by this object's own token, which was handed over. The callback was not called.
     * @throws RedisLockLostException The lock did not last as long as the callback, or lookup under it; or the reply to acquire() came too late.
     * @throws RedisLockConnectionException Redis could not be reached for the lock. The callback was not called.
     * @throws RedisLockServerException Redis replied with an error. The callback was not called.
     * @throws RedisLockException No random bytes for a token, or no thread for autoRenew.
     * @throws LogicException As in acquire().
     * @throws TypeError Not a callable, a generator function, or not a number; the callback returned a generator that has not ended, or lookup
     *     a bool.
     * @throws ValueError A wait below 0, or NAN; a doneFor below 0, NAN or above ten years, or any for several keys, permits or a quorum.
     * @throws Throwable Whatever the callback, lookup, or a signal handler during the wait, throws.
     *
     * @phpstan-impure
     */
    public function run(callable $critical, int|float $wait = 0, int|float $doneFor = 0, ?callable $lookup = null): mixed
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Extends the lock: it lives for at least this long from now. Never shortens it.
     *
     *     foreach ($rows as $row) {
     *         if (!$lock->extend()) {
     *             throw new RuntimeException('the import lost its lock');   // stop: another may have begun
     *         }
     *         import($row);
     *     }
     *
     * Held by another, lost or expired: false. Past the deadline the request is still sent: if the token is still there, the lock is held again.
     * Redis unreachable: an exception, nothing is sent again, and the lease stands until remaining() is 0. Never acquired, released, or
     * inherited through a fork: false without a request. (guide.md, "A long job"; reference.md, "Methods")
     *
     * @param int|float|null $ttl Seconds from now, with the constructor's limits. null, the default: the constructor's ttl. INF: for ever.
     *
     * @return bool true: ours. false: not ours (any more).
     *
     * @throws RedisLockConnectionException No reply came.
     * @throws RedisLockServerException The reply was an error.
     * @throws RedisLockException autoRenew, and no thread could be started.
     * @throws TypeError Not a number.
     * @throws ValueError A number that is no ttl.
     *
     * @phpstan-impure
     */
    public function extend(int|float|null $ttl = null): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Releases the lock, if it is ours: Redis compares the token and deletes the key in one step.
     *
     *     if (!$lock->release()) {
     *         $log->warning('the lock ended before the work did');
     *     }
     *
     * Held by another, lost or expired: false, and nothing is deleted. Without a reply the request is sent once more, then that is an exception:
     * call release() again, or leave it to the object's end, which sends it once more also with autoRelease: false, if this object knew of its
     * lease. "Not ours" as second reply means that the first request was carried out: true, as long as the deadline had not passed; with a given
     * token that is unknown, a RedisLockConnectionException.
     *
     * With doneFor it marks the work as done, as run() does. (guide.md, "Done once"; when-redis-is-down.md)
     *
     * @param int|float $doneFor How long the work counts as done, in seconds, up to ten years. 0, the default: not at all.
     *
     * @return bool true: it was ours and is gone now, at rest (atLeast) or marked as done. false: it was not ours.
     *
     * @throws RedisLockConnectionException No reply came.
     * @throws RedisLockServerException The reply was an error.
     * @throws RedisLockException doneFor, and the operating system gave no random bytes for the marker.
     * @throws TypeError Not a number.
     * @throws ValueError As of doneFor in run().
     *
     * @phpstan-impure
     */
    public function release(int|float $doneFor = 0): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Tells whether this object's token is at the key, by a request to Redis.
     *
     *     $lock = new RedisLock('orders:42', token: $token);    // from a queue, say
     *     $lock->isHeld();                                      // is it still ours?
     *
     * Lost or expired: false. Never acquired, released, or inherited through a fork: false without a request. With a given token the request is
     * sent, except after a fork; a reply of yes tells this object the deadline. (guide.md, "Handing a lock on")
     *
     * @throws RedisLockConnectionException No reply came.
     * @throws RedisLockServerException The reply was an error.
     * @throws RedisLockException autoRenew, and no thread could be started.
     *
     * @phpstan-impure
     */
    public function isHeld(): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Does nothing while isHeld() is true, and throws otherwise: for the line before a write that counts.
     *
     *     $lock->ensureHeld();
     *     $payment->capture();
     *
     * The exception names the label of the present holder (redislock.label), if there is one. It narrows the gap and cannot close it: a process
     * may be paused between this line and the next, which fence() is for. (guide.md, "Fences")
     *
     * @throws RedisLockLostException Held by another, lost, expired, never acquired or released.
     * @throws RedisLockConnectionException No reply: that is "unknown", not "lost", and the lease stands until remaining() is 0.
     * @throws RedisLockServerException The reply was an error.
     * @throws RedisLockException autoRenew, and no thread could be started.
     *
     * @phpstan-impure
     */
    public function ensureHeld(): void
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns the seconds for which this holder may still trust its lock. Sends nothing: it goes by the local clock, which runs on while the
     * machine is suspended.
     *
     *     if ($lock->remaining() < 2) {
     *         $lock->extend();
     *     }
     *
     * It counts from before the request was sent, less 1 % of the ttl and 2 ms (at most 1 s), so it ends before Redis removes the key. 0.0: lost
     * (as far as this object knows), expired, released, never acquired, or a given token before its first isHeld() or extend(). INF: a ttl of INF.
     *
     * @throws void
     *
     * @phpstan-impure
     */
    public function remaining(): float
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Tells whether the key is held, by a request to Redis: by this object, by another, by a lock of another library. Of several keys: whether any
     * is held; of permits: whether all are taken.
     *
     *     if ((new RedisLock('nightly-import'))->isLocked()) {
     *         echo "the import is running\n";
     *     }
     *
     * It may be different a moment later. To take the lock, call acquire() and nothing before it.
     *
     * @throws RedisLockConnectionException No reply came.
     * @throws RedisLockServerException The reply was an error.
     *
     * @phpstan-impure
     */
    public function isLocked(): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Tells whether run() or release() with doneFor has marked the work of this lock as done, by a request to Redis.
     *
     *     if ((new RedisLock('bill:42'))->isDone()) {
     *         echo "order 42 is billed\n";
     *     }
     *
     * To do the work once, call run() with doneFor and nothing before it. Of several keys, permits and a quorum: false.
     *
     * @throws RedisLockConnectionException No reply came.
     * @throws RedisLockServerException The reply was an error.
     *
     * @phpstan-impure
     */
    public function isDone(): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns the token at the key, by a request to Redis, whichever process holds it: for comparing, not to adopt a lock by it. It releases the
     * lock: do not log it.
     *
     *     $ours = $lock->holder() === $token;
     *
     * null: free, at rest, done, or a key of another type. Of several keys it is the first that is held; of permits its own, else the lowest that is
     * taken.
     *
     * @throws RedisLockConnectionException No reply, or the value at the key is longer than 1 MiB: that is no token.
     * @throws RedisLockServerException The reply was an error.
     *
     * @phpstan-impure
     */
    public function holder(): ?string
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Removes the key, all of several keys and all permits, whichever process holds them. For an operator's console, not for a program's flow.
     *
     *     (new RedisLock('nightly-import'))->forceRelease();    // its holder crashed and the ttl is long
     *
     * The holder is not told; it learns of it at its next extend(), isHeld() or release(). A key that is no lock stays, and of several keys all: a
     * list, a set, a stream, a sorted set that is not in the form of Symfony's RedisStore, a hash that is not in Redisson's. A string goes,
     * whatever it is. Where this user may not ask for types (ACL: `+type +zrange +hscan`), only strings go.
     *
     * @return bool true: there was a key, and it is gone. false: the lock was free.
     *
     * @throws RedisLockConnectionException No reply came.
     * @throws RedisLockServerException Something else than a lock is there, or Redis replied with an error.
     *
     * @phpstan-impure
     */
    public function forceRelease(): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns the key as Redis sees it, with the prefix at its beginning; of several keys the first. Sends nothing.
     *
     *     ini_set('redislock.prefix', 'shop:');
     *     (new RedisLock('orders:42'))->key();    // shop:orders:42
     *
     * Another object of the same lock is made with the same name, not with this: its constructor adds the prefix again.
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
     *     (new RedisLock(['sku:1', 'sku:7']))->keys();    // ['sku:1', 'sku:7']
     *
     * @return list<string>
     *
     * @throws void
     */
    public function keys(): array
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns the token: of the current lease, else of the last. Sends nothing. It releases the lock: do not log it.
     *
     *     $lock = new RedisLock('orders:42', ttl: 3600, autoRelease: false);
     *     if ($lock->acquire()) {
     *         $queue->push(['order' => 42, 'token' => $lock->token()]);    // the worker that takes this job releases the lock
     *     }
     *
     * Read it after acquire(): each lease has a new one, `rl_` or `rn_` with 32 random hex digits, and `@` and the label where redislock.label is
     * set. A given token is returned as it was given. From this call on others may hold by the token, so this object releases nothing by itself
     * once the deadline has passed. (guide.md, "Handing a lock on"; reference.md, "Who holds it")
     *
     * @throws RedisLockException The operating system gave no random bytes for a token.
     *
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
     *         $db->prepare('UPDATE reports SET body = ?, fence = ? WHERE id = 7 AND fence < ?')
     *             ->execute([$body, $lock->fence(), $lock->fence()]);    // no row: a later holder has written
     *     }
     *
     * For writes by a process that was paused for longer than its ttl. It promises to grow, not to count, over expiry, FLUSHALL and restarts; after
     * a failover to a Redis whose clock is earlier, it can step back by that difference. Without permission for TIME it counts on from the last,
     * or from 1. (guide.md, "Fences")
     *
     * null: not requested in the constructor, never acquired, released, lost (as far as this object knows), adopted. After the deadline it is
     * still the lease's number.
     *
     * @throws void
     *
     * @phpstan-impure
     */
    public function fence(): ?int
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Has waits of this thread call $wait instead of blocking, so that a fiber or a coroutine that waits for a lock lets the others go on.
     *
     *     RedisLock::waitUsing(function ($stream, bool $write, float $seconds): ?bool {
     *         if (Fiber::getCurrent() === null) {
     *             return false;                                       // nothing to suspend: block
     *         }
     *         MyLoop::resumeWhenReady(Fiber::getCurrent(), $stream, $write, $seconds);
     *         Fiber::suspend();
     *         return null;
     *     });
     *
     * Without it a wait blocks the whole thread, and with it every other fiber: where one of them holds the lock, it cannot go on to release
     * it.
     *
     * $wait(resource|null $stream, bool $write, float $seconds): mixed is called wherever the thread would sleep, on the stack of the fiber
     * that called acquire(), and returns when the wait may go on:
     *
     *  - $stream is readable then, or writable where $write is true; null: only time is waited for. It can be selected and nothing else, by
     *    stream_select() or a loop, and is closed once $wait has returned: take it out of the loop before that, also when an exception passes.
     *  - $seconds, above 0 and at most a day, are over. To return early is allowed: $wait is called again. One that never waits is slowed down.
     *  - false, and no other value, says that nothing can be suspended here: this one wait blocks, as without $wait.
     *  - What it throws leaves acquire(), run(), scan() or locks(): nothing is held then, and what a request that got no reply may have taken
     *    is released. exit() and fatal errors are as in a signal handler.
     *
     * It is called by acquire() and run() with a wait above 0, by scan() and locks(), for what they wait for: the lock, replies, connecting,
     * TLS. Everything else blocks as without it, for the time of a round trip: release(), extend(), acquire() without a wait, the end of an
     * object or a request. So do looking up a host's name, leaving a wait by an exception, and waits while an exception is pending or where
     * PHP forbids to switch fibers: in signal handlers, and before PHP 8.4 in destructors that the garbage collector calls.
     *
     * One for each thread, until the end of the request; a forked child has it, too. A worker of php-fpm sets it in each request, a server or
     * a command once when it starts.
     *
     * @param null|callable(resource|null, bool, float): mixed $wait null: waits block again.
     *
     * @return null|callable(resource|null, bool, float): mixed What was set before.
     *
     * @throws TypeError Not callable, or a generator function.
     *
     * @phpstan-impure
     */
    public static function waitUsing(?callable $wait): ?callable
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns the counters of this process, all its threads together. A forked child starts at zero. Sends nothing, but waits for replies that
     * are due, those to releases by the end of an object: up to redislock.io_timeout.
     *
     *     $holds = RedisLock::stats()['holds'];
     *     printf("%d leases, %.3f s each\n", $holds['count'], $holds['sum'] / max(1, $holds['count']));
     *
     * `waits` and `holds` are histograms in seconds; their `buckets` are pairs of an upper bound and how many were within it and above the bound
     * before. What each entry counts: reference.md, "Counters".
     *
     * @return array{
     *     acquired: int, contended: int, waited: int, released: int,
     *     lost: int, renewed: int, reconnected: int, failed: int, forgotten: int, overwritten: int,
     *     waits: array{count: int, sum: float, longest: float, buckets: list<array{float, int}>},
     *     holds: array{count: int, sum: float, longest: float, buckets: list<array{float, int}>}
     * }
     *
     * @throws void
     *
     * @phpstan-impure
     */
    public static function stats(): array
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Takes out what this thread's locks have been through, the oldest first: for a framework, at the end of a request or job. Sends nothing,
     * but waits for replies that are due, those to releases by the end of an object: up to redislock.io_timeout.
     *
     *     foreach (RedisLock::events() as $event) {       // php.ini: redislock.events = 1000
     *         error_log(sprintf('%s %s (%s) waited %.3f s', $event['event'], $event['key'], $event['outcome'], $event['waited']));
     *     }
     *
     * redislock.events says how many are kept; 0, the default: none. When there are more, the latest replace the oldest. Each is returned once; a
     * forked child begins with none. `waited` and `held` are seconds. Keys may be personal data. All entries: reference.md, "Events".
     *
     * @return list<array{
     *     event: 'acquired'|'refused'|'failed'|'released'|'lost'|'expired'|'abandoned', outcome: string,
     *     key: string, keys: int, name: string, label: string|null, holder: string|null, permit: int|null,
     *     waited: float, held: float|null, time: float, request: int
     * }>
     *
     * @throws void
     *
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
     * The bridges for Laravel and Symfony call it; FrankenPHP's workers need no call.
     *
     *  - What was made with autoRelease: false stays, and so does what an object did not acquire itself.
     *  - The objects are as after release(): they hold nothing, are not renewed any more, and may acquire again. atLeast leaves the key at rest.
     *  - Fibers and coroutines of the thread are not told apart, and what the others hold is released, too; unless waitUsing() has set a
     *    callable: then it is what the fiber that calls this has acquired itself, and in {main} what {main} has.
     *  - All releases go to each Redis in one write, and the replies are waited for: up to redislock.io_timeout while none comes.
     *
     * Redis unreachable: nothing is thrown. stats() counts it as failed, and the release is sent at this process's next contact with that Redis, or
     * the lock ends with its ttl. (guide.md, "Workers")
     *
     * @param int $since Releases only what was acquired after this process had taken that many leases: stats()['acquired'] of an earlier
     *     moment of this process. 0 or more; 0, the default: all.
     *
     * @return list<string> The keys that were released, as key() has them, in the order of their acquires; of a lock of several keys all.
     *
     * @throws TypeError Not an int.
     * @throws ValueError Below 0.
     *
     * @phpstan-impure
     */
    public static function releaseAll(int $since = 0): array
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Tells an operator what there is to know of a lock, whichever process holds it. Changes nothing.
     *
     *     $lock = RedisLock::describe('nightly-import');
     *     echo $lock === null ? "free\n" : sprintf("%s, %d s left\n", $lock['label'] ?? '?', $lock['remaining']);
     *
     * It is one request, and one more for a key with permits; of a quorum it tells what a majority says. `token` is proof of holding: do not log
     * it. `type` is empty where this user may not read it. All entries: reference.md, "What describe() returns".
     *
     * @param string $key As in the constructor.
     * @param string|list<string>|null $server As in the constructor. null, the default: redislock.server.
     *
     * @return array{
     *     key: string, name: string, type: string, token: string|null, label: string|null,
     *     remaining: float, waiting: bool|null, fence: int|null, resting: bool, done: bool, permits: int,
     *     holders: list<array{
     *         permit: int, type: string, token: string|null, label: string|null, remaining: float, resting: bool,
     *         token_base64?: string
     *     }>, pattern: string, key_base64?: string, name_base64?: string, token_base64?: string,
     *     pattern_base64?: string
     * }|null null: the lock is free.
     *
     * @throws RedisLockConnectionException No reply came.
     * @throws RedisLockServerException The reply was an error.
     * @throws TypeError An argument of a wrong type.
     * @throws ValueError A key or address that the constructor refuses.
     *
     * @phpstan-impure
     */
    public static function describe(
        string $key,
        #[\SensitiveParameter] string|array|null $server = null,
    ): ?array {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Finds locks, for an operator's table: by SCAN, page by page, never by KEYS. Changes nothing.
     *
     *     foreach (RedisLock::locks('orders:*') as $lock) {
     *         printf("%s: %s, %d s left\n", $lock['name'], $lock['label'] ?? '?', $lock['remaining']);
     *     }
     *
     * Each is what describe() tells, in the order of their keys. SCAN goes through every key of the database: about a second for each million. What
     * is taken or released meanwhile may be in the list or not. In a cluster all masters are asked, with a quorum all members, and a majority
     * decides on each lock. Keys that this user may not read are left out.
     *
     * @param string $pattern Which keys, as SCAN's MATCH reads it; redislock.prefix goes at its beginning. Default: all.
     * @param string|list<string>|null $server As in the constructor. null, the default: redislock.server.
     * @param bool $all false, the default: those with a token as this class makes them. true: every key that matches, since any key may be a
     *     lock of another library, or no lock at all.
     * @param int $limit The most locks to return, 1 to 1,000,000; the search ends there. Default 1,000.
     *
     * @return list<array{
     *     key: string, name: string, type: string, token: string|null, label: string|null,
     *     remaining: float, waiting: bool|null, fence: int|null, resting: bool, done: bool, permits: int,
     *     holders: list<array{
     *         permit: int, type: string, token: string|null, label: string|null, remaining: float, resting: bool,
     *         token_base64?: string
     *     }>, pattern: string, key_base64?: string, name_base64?: string, token_base64?: string,
     *     pattern_base64?: string
     * }>
     *
     * @throws RedisLockConnectionException No reply came.
     * @throws RedisLockServerException The reply was an error: no permission for SCAN or GETRANGE, say.
     * @throws TypeError An argument of a wrong type.
     * @throws ValueError A wrong address, a pattern of more than 64 KiB, a limit outside its range.
     * @throws Throwable Whatever a signal handler throws meanwhile.
     *
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
     * It ends at the first bound that is reached: then `complete` is false, and the list has some of the locks, not the first ones. A request
     * without a reply takes up to redislock.io_timeout longer. At `memory:` all keys are looked at.
     *
     * @param string $pattern As of locks().
     * @param string|list<string>|null $server As in the constructor. null, the default: redislock.server.
     * @param bool $all As of locks().
     * @param int $limit The most locks to return, 1 to 1,000,000. Default 1,000.
     * @param int $keys The most keys to look at, about, on each member of a quorum: those that match, locks or not. At least 1. Default ten million.
     * @param int|float $seconds How long it may take. INF: as long as it takes. Default 10.
     *
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
     *
     * @throws RedisLockConnectionException No reply came.
     * @throws RedisLockServerException The reply was an error: no permission for SCAN or GETRANGE, say.
     * @throws TypeError An argument of a wrong type.
     * @throws ValueError A wrong address, a pattern of more than 64 KiB, a bound outside its range.
     * @throws Throwable Whatever a signal handler throws meanwhile.
     *
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
     * Tells an operator what each server says of itself, and which commands of a lock it lets this user run. Changes nothing.
     *
     *     foreach (RedisLock::diagnose() as $node) {
     *         printf("%s: %s\n", $node['node'], $node['error'] ?? $node['info']['redis_version'] ?? 'reached');
     *     }
     *
     * These are facts; `redislock doctor` says what follows from them (cli.md, "doctor"). An element each for a master, a sentinel, a cluster's
     * master and a quorum's member, in its order; for `memory:` none. A node that does not reply has `error`, and nothing is thrown for it.
     *
     *  - node: host and port, or the socket; no password
     *  - sentinel: whether it is a sentinel
     *  - error: why there is no reply, or not to everything; null: there was
     *  - latency: the shortest of three round trips, in seconds; null where it was not reached
     *  - clock: by how many seconds its clock is ahead of this machine's, to half a round trip; null where that is not known
     *  - user: as whom it knows this process
     *  - info: what INFO, CLUSTER INFO and, of a sentinel, SENTINEL MASTER say, as texts; empty where this user may not run them
     *  - config: what CONFIG GET says of some settings, likewise
     *  - refusals: by command, the error that the server replied with, null for none. Each was sent in a form that changes nothing, so that
     *    `ERR syntax error` means that it may be run, and `NOPERM` or `ERR unknown command` that it may not. `set ifeq` is SET with IFEQ,
     *    `keys beside the lock` and `permits of the lock` are SET on those keys
     *  - clients: what CLIENT LIST says, if `$clients`
     *  - tracking: whether it tells waiters of a key's change, and `redislock.tracking` lets them ask; null where that was not tried
     *
     * With `$clients` only INFO and CLIENT LIST are sent, and nothing to sentinels, which are left out: `config` is empty, `clock` is null,
     * `user` is the address's, and `refusals` has these two commands. What a user may not run adds lines to the server's ACL LOG. Nodes are
     * examined one after the other.
     *
     * @param string|list<string>|null $server As in the constructor. null, the default: redislock.server.
     * @param string|null $key The key on which the user's rights are tried, as in the constructor; a lock there stays as it is. null, the
     *     default: `redislock-doctor`.
     * @param bool $clients true: `clients` has a line for each, and no rights are tried. Up to 1 MiB; more is an error. Default false.
     *
     * @return list<array{
     *     node: string, sentinel: bool, error: string|null, latency: float|null, clock: float|null, user: string,
     *     info: array<string, string>, config: array<string, string>, refusals: array<string, string|null>, clients: string|null,
     *     tracking: bool|null
     * }>
     *
     * @throws TypeError An argument of a wrong type.
     * @throws ValueError A key or address that the constructor refuses.
     *
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
     * Returns what var_dump() and print_r() show: the key, the state and the remaining seconds; never the token or the address.
     *
     *     var_dump($lock);    // key: "orders:42", state: "held", remaining: 9.89
     *
     * Of several keys it shows all, too, under "keys".
     *
     * States: none (never acquired), held, expired (the deadline passed), releasing (a release was not replied to), released, lost. They are
     * what this object knows; no request is sent.
     *
     * @return array{key: string, keys?: list<string>, state: 'none'|'held'|'expired'|'releasing'|'released'|'lost', remaining: float}
     *
     * @throws void
     *
     * @phpstan-impure
     */
    public function __debugInfo(): array
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }
}

/**
 * The base of every exception about a lock. Around run() catch RedisLockLostException before it: there the work was done.
 *
 *     try {
 *         $lock->run(fn () => ship(42));
 *     } catch (RedisLockLostException $lost) {
 *         error_log($lost->getMessage());    // the lock did not last; what ship() returned is in $lost->result
 *     } catch (RedisLockException $e) {
 *         error_log($e->getMessage());       // not shipped: what was attempted with which key, the cause, what to do
 *     }
 *
 * Itself it is thrown only when the operating system gives no random bytes for a token, or no thread for autoRenew.
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
 * run() with doneFor: the work is marked as done. The callback was not called. It is no RedisLockNotAcquiredException, because what is caught
 * to try again later would do the work again when the marker has ended.
 */
class RedisLockDoneException extends RedisLockException
{
    /** How long the marker stays, in seconds. */
    public mixed $remaining = null;
}

/**
 * This object held the lock and no longer does: the ttl ran out, or the key was removed. Another process may hold it now.
 *
 * From run(), when the work was done but the lock did not last; from ensureHeld(); from acquire() and run() when the reply came so late
 * that the ttl had run out.
 */
class RedisLockLostException extends RedisLockException
{
    /** What run()'s callback returned; null from everywhere else. */
    public mixed $result = null;
}

/**
 * Redis could not be reached, or its reply did not come in time. Whether the command was carried out is then unknown; each method says
 * what that means for it.
 */
class RedisLockConnectionException extends RedisLockException
{
}

/**
 * Redis replied with an error: a password is missing or wrong, it is out of memory, a replica, loading its data, or forbids the command.
 * The message names the address and has Redis's own words.
 */
class RedisLockServerException extends RedisLockException
{
}
