<?php

/**
 * The manual of the extension redislock: what its classes promise, for people, IDEs and static analysis.
 *
 * This file does nothing; the extension brings these classes. Do not load it in a program. PhpStorm finds it as a library
 * (Settings, PHP, Include Path), PHPStan by `scanFiles`, Psalm by `<stubs>`.
 *
 * The class and its exceptions are global: in a namespace import each of them, or a `catch` never matches. A program that declares a
 * class RedisLock of its own, in no namespace, ends with PHP's "Cannot declare class RedisLock, because the name is already in use": put
 * that class into a namespace, or delete it where the extension replaces it.
 *
 * Words: the *key* is what stands in Redis. The *token* is the value at the key, and the proof of who holds the lock. The *ttl* is how
 * long Redis keeps the key. A *lease* is what an acquire gives; the holder may trust it until its *deadline*, a little before the ttl
 * ends. Every time is in seconds.
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
 * The same in one call, which releases the lock in every case, and throws when another process holds it:
 *
 *     (new RedisLock('orders:42', ttl: 10))->run(fn () => ship(42));
 *
 * **Keep the object in a variable.** The lock ends with its object, so this lock is gone before the work begins:
 *
 *     if ((new RedisLock('orders:42'))->acquire()) {   // wrong: released here
 *         ship(42);
 *     }
 *
 * What it promises:
 *
 *  - Until the deadline has passed or forceRelease() was called, no other acquire() of the key succeeds.
 *  - Only the holder releases.
 *  - What this object took is released when the object goes, the request ends, or the script exits, throws or dies of a fatal error. A
 *    process that is killed leaves its lock to the ttl.
 *  - false means no: acquire() is false when another holder has the lock, the other methods when this object does not hold it. When no
 *    reply came, that is a RedisLockConnectionException; when the reply was an error, a RedisLockServerException.
 *
 * A wrong argument is PHP's own TypeError or ValueError, a method at the wrong moment a LogicException. No message shows a token or a
 * password; getCode() is 0.
 *
 * acquire($wait) and run($critical, $wait) wait without polling: Redis wakes the next waiter when a holder releases. autoRenew keeps a
 * lock while its process lives, fence numbers every lease, replicas waits for the copies.
 *
 * One object holds at most one lease at a time, and may acquire again after it. It cannot be cloned, serialized or given dynamic
 * properties, and is equal (`==`) to no other. After a fork the child's copy holds nothing: the parent's lock stays the parent's.
 *
 * The end of an object sends its release and, from the second one of a connection on, does not wait for the reply. That is read with the
 * next reply, by stats(), or when the request ends; a release that did not get through is sent once more with the next request to
 * that server, or when the PHP request ends. In a cluster and on a quorum the end of an object waits. So does release().
 */
final class RedisLock
{
    /**
     * Names a lock. Nothing is connected and nothing is sent before the first call of another method.
     *
     *     new RedisLock('my:lock');                                             // everything as php.ini says
     *     new RedisLock('my:lock', 10);                                         // SET my:lock TOKEN NX EX 10
     *     new RedisLock('my:lock', 0.25, server: 'redis://10.0.0.5:6379/2');    // 250 ms, database 2
     *     new RedisLock('my:lock', 10, ['redis://a', 'redis://b', 'redis://c']); // held with a majority of these servers
     *     new RedisLock('my:lock', token: $token);                              // a lock that was taken elsewhere
     *     new RedisLock('my:lock', 10, autoRenew: true, renewFor: 3600);        // kept while the work runs, an hour at most
     *     new RedisLock('my:lock', fence: true);                                // fence() numbers the leases
     *     new RedisLock(['sku:1', 'sku:7'], 10);                                // both or none
     *     new RedisLock('slow-api', 10, permits: 5);                            // five holders at a time
     *     new RedisLock('nightly', 60, atLeast: 30);                            // not twice within half a minute
     *
     * A token that you give is used as it is, so the object can extend, release and check a lock that another process, another library or an
     * earlier request took. Its end does not release what it did not acquire itself. acquire() is for a free key: where the token is at the
     * key already, isHeld() is true and acquire() is false. A token proves holding and not acquiring: what an acquire() by a given token may
     * have taken without a reply is left to its ttl, since another process may hold by that token. (Where the ttl is INF that is 60 s: a second
     * request makes the lock last, and one that gets no reply leaves it to forceRelease() if its release gets none either.)
     *
     * A list of keys is all or nothing. acquire() is true once all of them are ours, by one script that looks at all and then takes all:
     * nothing is held while it waits, so there is no deadlock and the order of the keys does not matter. For every other lock each key is
     * an ordinary lock. The lock is lost as soon as one of the keys is: extend(), isHeld() and release() are false then, and the other keys
     * are released by release(), by the object's end or by the next acquire(). A list needs all its keys free in one instant: where each key
     * is always wanted alone it may never get its turn, and the way out is one coarser key. In a cluster all keys must be in one slot:
     * `{order:42}:sku:1` and `{order:42}:sku:7`.
     *
     * @param string|list<string> $key Any bytes: 1 byte to 64 KiB, with redislock.prefix (as it is set now) at its beginning. It may not
     *     contain `:rl-`, as the names of the keys beside a lock do. Or a list of 1 to 64 such keys, none twice; a list of one is that key.
     * @param int|float|null $ttl How long Redis keeps the lock after acquire(), in seconds: 0.01 to ten years, to the millisecond,
     *     rounded up. null, the default: redislock.ttl (30). INF: for ever, also when its holder crashed.
     * @param string|list<string>|null $server Where Redis is. null, the default: redislock.server. Parts are percent-encoded.
     *
     *      - `redis://[user:password@]host[:port][/database]`: a master
     *      - `unix://[user:password@]/path/to.sock[?db=n]`: a master, by its unix socket
     *      - `redis-sentinel://[user:password@]host[:port],host[:port]/master[/database][?sentinel_password=...]`: the master that
     *        sentinels name; `sentinel_user` goes with their password
     *      - `redis-cluster://[user:password@]host[:port],host[:port]`: a cluster, by some of its nodes
     *      - `rediss://`, `rediss-sentinel://`, `rediss-cluster://`: the same over TLS, as in
     *        `rediss://10.0.0.5?cafile=/etc/redis/ca.pem&peer_name=redis.lan`
     *      - `memory:`: this process's memory, shared by its threads, for tests without a Redis. It excludes no other process, and is empty in a
     *        forked child. Everything else is as on a Redis, `replicas` excepted
     *      - a list of three or more addresses of single servers, five at best: a quorum of masters that know nothing of each other. Each
     *        request goes to all of them at the same time, a majority decides, and the lock outlives the loss of the others
     *
     *     A password in a file: `redis://user@10.0.0.5?password_file=/run/secrets/redis`, in every address of a Redis, and
     *     `sentinel_password_file` for sentinels. An absolute path of a regular file of at most 4 KiB; one line end is cut. It is read for
     *     each new connection, and once more where Redis refuses the password. A password beside it is refused.
     *
     *     Timeouts: `connect_timeout` and `io_timeout`, 0.001 to 3600 seconds, win over php.ini's in every address of a Redis, as in
     *     `redis://10.0.0.5?connect_timeout=2&io_timeout=30`. They make no other server of it.
     *
     *     Options of TLS: `cafile`, `local_cert` and `local_pk` are absolute paths of PEM files, which are read for each new connection;
     *     `peer_name` is the name that the certificate must be for, in place of the host; `verify_peer=0` trusts every server.
     * @param string|null $token The token to use, 1 to 4096 bytes and not `rl_rest`. null, the default: a fresh one for every lease.
     * @param bool $autoRelease false: what this object acquires stays when the object goes, until its token releases it or the ttl ends.
     *     Default true.
     * @param bool $autoRenew true: a lease that this object holds is extended again and again, when a third of its ttl has passed, while the
     *     process lives. A thread of the extension does that, also while PHP works or sleeps.
     *
     *      - After an error or a lost connection the extend is sent again after a twelfth of the ttl.
     *      - A silent connection gets a second one beside it at half of the time left; a late reply counts.
     *      - After release() was called nothing is extended any more; an extend on its way does nothing.
     *      - A lock that is lost stays lost. In a forked child nothing is renewed that the parent holds.
     *
     *     Default false.
     * @param int|float $renewFor The most seconds after acquire() to which renewal extends the lock, and what the last renewal needed to
     *     reach a slow Redis: without it a job that hangs for ever would keep its lock for ever. More than 0; INF, the default: no limit.
     *     Beside autoRenew alone.
     * @param bool $fence true: acquire() numbers the lease, see fence(). Default false.
     * @param int $replicas The number of replicas of Redis that must have confirmed the lock (WAIT) before acquire() is true, 0 to 65535.
     *     With fewer the lock is released, and a RedisLockServerException has both numbers. They have redislock.io_timeout less 150 ms. A
     *     lock that is lost at a failover becomes rare by it, not impossible. 0, the default: no replica has to.
     *
     * @param int $permits How many may hold the key at a time, 1 to 64. Each holder has a permit with its own token, ttl and renewal, so a
     *     holder that is killed costs one ttl of one permit. 1, the default: one holder.
     *
     *      - All users of the key must give the same number: otherwise an acquire may be refused, and a release noticed up to a second late.
     *      - A lock without permits is for the first permit alone, and so are its isLocked(), forceRelease() and fence().
     *      - fence() is a number that no other lease has, and no gate: holders of other permits work at the same time.
     *      - A token that is handed over finds its permit if the same number is given.
     *
     * @param int|float $atLeast The seconds after acquire() for which the lock stays taken, however early it is released: for short jobs on
     *     servers whose clocks differ. 0 to the larger of the ttl and, with autoRenew, renewFor. Default 0.
     *
     *      - An earlier release is true and leaves the key at rest for what is left: isLocked() is true then, and holder() null. It wakes a
     *        waiter, which learns how long the rest lasts.
     *      - It counts however the lease ends: by release(), the object's end, an exception, exit or a fatal error.
     *      - forceRelease() removes the key at once. So does a release by the token alone, as of an object that adopted the lock.
     *      - A process that is killed leaves the key to its ttl.
     *
     * @throws TypeError An argument of a wrong type; coerced as for PHP's own functions under both strict_types.
     * @throws ValueError A key, ttl, address, token, renewFor, replicas or atLeast outside its limits; a socket or file outside open_basedir;
     *     no address where redislock.server in php.ini is wrong; an empty list of keys, one that names a key twice, or one with keys of two
     *     slots of a cluster; permits outside their limits, or above 1 with a list of keys, a list of servers or a key that can have no fence;
     *     autoRenew with a ttl of INF; renewFor without autoRenew; fence for a key with braces that are not a hash tag of Redis Cluster, such as `a}b`; a list of fewer
     *     than three addresses or with the same server twice; fence or replicas beside such a list; replicas with `memory:`.
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
     * Takes the lock as soon as no process holds it. Tries once, unless it is told to wait.
     *
     *     if (!$lock->acquire()) {
     *         return;                  // another process holds it
     *     }
     *     if (!$lock->acquire(2.5)) {
     *         return;                  // another process still holds it after 2.5 seconds
     *     }
     *
     * Held by another: false, when the wait is over. So, too, when the key is of another type, such as a lock of Symfony's.
     *
     * Redis unreachable: an exception. Do not start the work. When the request was sent and no reply came, it is sent once more with the same
     * token ("ours already" is true). If no reply comes either, the lock may have been taken: it is released at this process's next contact
     * with that Redis, or ends with its ttl. By a given token nothing is sent again or released: the lock ends with its ttl.
     *
     * A wait sleeps in Redis, not in a loop, and is woken when the holder releases.
     *
     *  - There is no order of arrival among waiters.
     *  - While the holder does not signal (hand-written snippets, Laravel, phpredis, redis-py), Redis tells the waiter when the key changes;
     *    where it cannot, the waiter tries every 100 ms. It tries as well when the holder's ttl ends.
     *  - A wait ends within 5 ms of its time. A Redis that does not reply can delay that by one redislock.io_timeout.
     *  - A wait that had a reply before survives an unreachable or restarting Redis until its end, a wait of INF for 60 seconds.
     *
     * PHP stays alive during a wait.
     *
     *  - Asynchronous signal handlers (pcntl_async_signals) run within milliseconds, may use other locks, and may throw out of the wait: the
     *    lock is not held then, and nothing is left in Redis. (If a reply is due in that moment, what it may have taken is released at the next
     *    contact, or when the request ends.)
     *  - The time limit and the memory limit work as in PHP code. The wait itself does not count as time of max_execution_time on Linux, with
     *    threads neither: PHP's timer stands still meanwhile, and runs while a handler does.
     *
     * After an expired lease of this object's own: its old token is released in the same write, and a new lease begins. Where others may
     * have that token (it was given, or token() has told it) nothing is released, and acquire() is false until the key has gone.
     *
     * @param int|float $wait The longest to wait, in seconds, fractions included. 0, the default: tries once. INF: until the lock is there.
     *     A bool is refused, because acquire(true) means other things elsewhere.
     *
     * PHP 8.5 and later warn where the result is dropped (`#[\NoDiscard]`): work after a false is work without the lock.
     *
     * @return bool true: this object holds the lock until remaining() is 0. false: another holder has it.
     *
     * @throws RedisLockConnectionException Redis could not be reached, or its reply did not come.
     * @throws RedisLockServerException Redis replied with an error: out of memory, a replica, no permission, too few replicas ...
     * @throws RedisLockLostException The reply came after the ttl had run out, or a signal handler right after it took longer than the ttl,
     *     and no wait is left. The lock is being released.
     * @throws RedisLockException The operating system gave no random bytes for a token, or no thread for autoRenew.
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
     *         $invoice = $lock->run(fn (RedisLock $lock) => bill(42));
     *     } catch (RedisLockNotAcquiredException) {
     *         // another process holds it; bill() was not called
     *     } catch (RedisLockLostException $lost) {
     *         // bill() took longer than the ttl; what it returned is in $lost->result
     *     }
     *
     * A generator does nothing before it is run, which would be without the lock: a generator function is refused before anything is
     * sent, and a callback that returns a generator with something left to do after it. Put the loop into the callback.
     *
     * A lock that was handed over, by its token, is not run(): this object's own token is at the key. Work between `isHeld()` and
     * `release()`:
     *
     *     if ($adopted->isHeld()) {
     *         try {
     *             bill(42);
     *         } finally {
     *             $adopted->release();
     *         }
     *     }
     *
     * Before the callback: held by another at the end of the wait is a RedisLockNotAcquiredException. Everything else is as in acquire().
     *
     * The callback throws: its exception leaves run(), always, and the lock is released. It exits or dies of a fatal error: the lock is
     * released.
     *
     * The callback returns:
     *
     *  - the lock lasted: what the callback returned
     *  - the lock is lost, or taken by another: a RedisLockLostException with what the callback returned
     *  - Redis is unreachable or replies with an error at the release: what the callback returned while the deadline stands, because the work
     *    was done under the lock; a RedisLockLostException after the deadline
     *  - the callback released the lock itself: no loss
     *
     * With doneFor the work is not done again for that time, by no run() with doneFor of this key:
     *
     *     try {
     *         $lock->run(fn () => bill(42), doneFor: 86_400);
     *     } catch (RedisLockDoneException) {
     *         // billed already
     *     }
     *
     * When the callback has returned, the release leaves a marker at the key in the step that compares the token. A run() with doneFor that
     * meets it throws at once, also in the midst of a wait; acquire(), and run() without doneFor, see a lock that is held by another. When
     * Redis is away then, the value is returned and the marker is sent later. A process that dies between the work and the release, a failover
     * or an eviction lose the marker: what must never happen twice needs a unique key in the database as well.
     *
     * With lookup the work is not done where its result is there already, which is returned:
     *
     *     $rates = $lock->run($fetchRates, wait: 5, lookup: fn (): ?array => $cache->get('rates'));
     *
     * It is called before anything is sent, during a wait when a release wakes this process and else once a second, and once more under the
     * lock, before the callback. A hundred processes that want one value on a cold cache call the callback once. It returns null where there
     * is no result yet, and no bool. An exception of it leaves run(), with nothing held.
     *
     * @template T
     *
     * @param callable(RedisLock): T $critical The work. It is given this object, to extend() or ensureHeld().
     * @param int|float $wait The longest to wait for the lock, as in acquire(). Default 0.
     * @param int|float $doneFor How long the work counts as done, in seconds, up to ten years. 0, the default: not at all.
     * @param null|callable(): ?T $lookup Finds what the callback would return, or returns null. null, the default: nothing is looked for.
     *
     * @return T What the callback returned, or what lookup found.
     *
     * @throws RedisLockDoneException With doneFor: the work is done. The callback was not called.
     * @throws RedisLockNotAcquiredException Held by another, or by this object's own token, which was handed over. The callback was not
     *     called.
     * @throws RedisLockLostException The lock did not last as long as the callback, or lookup under it; or the reply to acquire() came too late.
     * @throws RedisLockConnectionException Redis could not be reached for the lock. The callback was not called.
     * @throws RedisLockServerException Redis replied with an error. The callback was not called.
     * @throws RedisLockException The operating system gave no random bytes for a token, or no thread for autoRenew.
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
     * Held by another, lost or expired: false, and the object knows that the lock is lost. An expired lock whose key no process has taken is
     * gone all the same. Past the deadline the request is still sent: if the token is still there, the lock is held again.
     *
     * Redis unreachable: an exception; the lease stands until remaining() is 0. The extend is not repeated.
     *
     * Never acquired, released, or inherited through a fork: false without a request. With a given token the request is sent, except after a
     * fork.
     *
     * @param int|float|null $ttl Seconds from now, with the constructor's limits. null, the default: the constructor's ttl. INF: for ever.
     *
     * @return bool true: ours. false: not ours (any more).
     *
     * @throws RedisLockConnectionException Redis could not be reached, or its reply did not come.
     * @throws RedisLockServerException Redis replied with an error.
     * @throws RedisLockException autoRenew, the lock was just found to be held, and the operating system gave no thread.
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
     * Held by another, lost or expired: false, and nothing is deleted.
     *
     * Redis unreachable: when no reply came the request is sent once more, then that is an exception. Call release() again, or leave the lock
     * to the object's end, which sends it once more also with autoRelease: false, if this object knew of its lease. If the second reply is
     * "not ours", the first request was carried out: true, as long as the deadline had not passed. (With a given token that is unknown: a
     * RedisLockConnectionException.)
     *
     * Never acquired, released, or inherited through a fork: false without a request. With a given token the request is sent, except after a
     * fork.
     *
     * doneFor marks the work as done, as in run(). Whatever releases this lease after a release(doneFor:) without a reply leaves the marker
     * too, unless others have its token: then it is left to its ttl.
     *
     * @param int|float $doneFor How long the work counts as done, in seconds, up to ten years. 0, the default: not at all.
     *
     * @return bool true: it was ours and is gone now, at rest (atLeast) or marked as done. false: it was not ours.
     *
     * @throws RedisLockConnectionException Redis could not be reached, or its reply did not come.
     * @throws RedisLockServerException Redis replied with an error.
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
     * Held by another, lost or expired: false, and the object knows that the lock is lost. Redis unreachable: an exception.
     *
     * Never acquired, released, or inherited through a fork: false without a request. With a given token the request is sent, except after a
     * fork; a reply of yes tells this object the deadline.
     *
     * @throws RedisLockConnectionException Redis could not be reached, or its reply did not come.
     * @throws RedisLockServerException Redis replied with an error.
     * @throws RedisLockException autoRenew, the lock was just found to be held, and the operating system gave no thread.
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
     * Held by another, lost, expired, never acquired or released: a RedisLockLostException, which names the label of the present holder
     * (redislock.label), if there is one. Redis unreachable: an exception; that is "unknown" and not "lost", and the lease stands until
     * remaining() is 0.
     *
     * It narrows the gap and cannot close it: a process may be paused between this line and the next.
     *
     * @throws RedisLockLostException The token is not at the key.
     * @throws RedisLockConnectionException Redis could not be reached, or its reply did not come.
     * @throws RedisLockServerException Redis replied with an error.
     * @throws RedisLockException autoRenew, the lock was just found to be held, and the operating system gave no thread.
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
     * It counts from before the request was sent, less a drift of 1 % of the ttl and 2 ms (at most 1 s), so that it ends before Redis removes
     * the key.
     *
     * Lost (as far as this object knows), expired, released, never acquired, a given token before its first isHeld() or extend(): 0.0. With a
     * ttl of INF: INF. Whether Redis is reachable makes no difference.
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
     * Tells whether the key is held, by a request to Redis: by this object, by another, by a lock of another library.
     *
     *     if ((new RedisLock('nightly-import'))->isLocked()) {
     *         echo "the import is running\n";
     *     }
     *
     * Of several keys: whether any of them is held. Of permits: whether all are taken.
     *
     * It may be different a moment later. To take the lock, call acquire() and nothing before it. Redis unreachable: an exception.
     *
     * @throws RedisLockConnectionException Redis could not be reached, or its reply did not come.
     * @throws RedisLockServerException Redis replied with an error.
     *
     * @phpstan-impure
     */
    public function isLocked(): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Tells whether the work of this lock is marked as done, by a request to Redis: by run() or release() with doneFor.
     *
     *     if ((new RedisLock('bill:42'))->isDone()) {
     *         echo "order 42 is billed\n";
     *     }
     *
     * To do the work once, call run() with doneFor and nothing before it. Of several keys, permits and a quorum: false.
     *
     * @throws RedisLockConnectionException Redis could not be reached, or its reply did not come.
     * @throws RedisLockServerException Redis replied with an error.
     *
     * @phpstan-impure
     */
    public function isDone(): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns the token at the key, by a request to Redis, whichever process holds it.
     *
     *     $ours = $lock->holder() === $token;
     *
     * It is for comparing. To adopt a lock by it is not supported: its holder does not know that others have the token. It releases the
     * lock: do not log it.
     *
     * Of several keys it is that of the first that is held; of permits its own, else that of the lowest that is taken.
     *
     * Free, at rest, or a key of another type (isLocked() tells these two from free): null. Redis unreachable: an exception.
     *
     * @throws RedisLockConnectionException Redis could not be reached, its reply did not come, or the value at the key is longer than 1 MiB:
     *     that is no token.
     * @throws RedisLockServerException Redis replied with an error.
     *
     * @phpstan-impure
     */
    public function holder(): ?string
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Removes the key, whichever process holds it. For an operator's console, not for a program's flow.
     *
     *     (new RedisLock('nightly-import'))->forceRelease();    // its holder crashed and the ttl is long
     *
     * Of several keys, and of permits, it removes all.
     *
     * What is no lock stays, and that is a RedisLockServerException which names its type: a list, a set, a stream, a sorted set that is not
     * in the form of Symfony's RedisStore, a hash that is not in Redisson's. Of several keys none is removed then. A string goes, whatever
     * it is. Where this user may not ask for types (ACL: `+type +zrange +hscan`), only strings go.
     *
     * The holder is not told; it learns of it at its next extend(), isHeld() or release(). Redis unreachable: an exception.
     *
     * @return bool true: there was a key, and it is gone. false: the lock was free.
     *
     * @throws RedisLockConnectionException Redis could not be reached, or its reply did not come.
     * @throws RedisLockServerException Something else than a lock is there, or Redis replied with an error.
     *
     * @phpstan-impure
     */
    public function forceRelease(): bool
    {
        throw new Error('redislock is not loaded: php.ini needs extension=redislock.so');
    }

    /**
     * Returns the key as Redis sees it, with the prefix at its beginning. Sends nothing.
     *
     *     ini_set('redislock.prefix', 'shop:');
     *     (new RedisLock('orders:42'))->key();    // shop:orders:42
     *
     * Of several keys it is the first.
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
     *     (new RedisLock('orders:42'))->keys();           // ['orders:42']
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
     * Returns the token: of the current lease, else of the last. Sends nothing.
     *
     *     $lock = new RedisLock('orders:42', ttl: 3600, autoRelease: false);
     *     if ($lock->acquire()) {
     *         $queue->push(['order' => 42, 'token' => $lock->token()]);    // the worker that takes this job releases the lock
     *     }
     *
     * A token made here is `rl_` or `rn_` and 32 hex digits of the operating system's random bytes, and `@` and the label where redislock.label
     * is set. It is new for every lease, so read it after acquire(): before the first it is of no lease. One that was given is returned as
     * it was given. The token releases the lock: do not log it.
     *
     * From this call on others may hold by the token, so once the deadline has passed this object releases nothing by itself: the lease may
     * have been extended elsewhere.
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
     * Returns the number of the current lease, which is greater than that of every earlier lease of the key. Sends nothing.
     *
     *     $lock = new RedisLock('report:7', ttl: 10, fence: true);
     *     $lock->acquire();
     *     $db->prepare('UPDATE reports SET body = ?, fence = ? WHERE id = 7 AND fence < ?')
     *         ->execute([$body, $lock->fence(), $lock->fence()]);    // no row: a later holder has written
     *
     * For writes that must not happen twice: a process may be paused for longer than its ttl and not know it. What it writes to can refuse a
     * fence that is not greater than the last one; where one holder writes more than once, one that is smaller (`<=` in place of `<`).
     *
     * It grows over expiry, FLUSHALL and restarts: it is the greater of the last fence plus one and Redis's clock in microseconds, kept beside
     * the lock for a day or its ttl. It promises to grow, not to count. After a failover to a Redis whose clock is earlier, it can step back by
     * that difference. Without permission for TIME it counts on from the last, or from 1.
     *
     * Not requested in the constructor, never acquired, released, lost (as far as this object knows), adopted: null. After the deadline it is
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
     *     printf("%d locks, %d refused\n", RedisLock::stats()['acquired'], RedisLock::stats()['contended']);
     *
     *  - acquired: leases taken
     *  - contended: acquires that found the lock held by another
     *  - waited: acquires that waited, whatever came of it
     *  - released: leases ended, by release() or automatically
     *  - lost: leases found lost
     *  - renewed: leases extended by autoRenew, each time
     *  - reconnected: connections replaced, because the server had closed them or did not reply
     *  - failed: requests that Redis did not reply to, or replied to with an error; automatic releases among them
     *  - forgotten: leases that releaseAll(), or the end of a request of FrankenPHP's worker, found held and ended
     *  - overwritten: events() that others have taken the place of before they were taken out
     *
     * Two entries are histograms of seconds, for "how long do we wait, and who holds for so long":
     *
     *  - waits: of each acquire that waited, whatever came of it
     *  - holds: of each lease that this process acquired and that has ended: from acquire's answer to release(), or to the end of its
     *    object or request, or until it was found lost. A lease that is still held is not in it
     *
     *     $holds = RedisLock::stats()['holds'];
     *     printf("%d leases, %.3f s each\n", $holds['count'], $holds['sum'] / max(1, $holds['count']));
     *
     * Each has `count`, `sum` and `longest`, and `buckets`: pairs of an upper bound in seconds and how many were within it and above the
     * bound before. The bounds are 16 us and its doubles, up to 4,295 s, and INF; always the same 30.
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
     * redislock.events says how many are kept; 0, the default: none. When there are more, the latest take the place of the oldest, which
     * stats() counts as overwritten. An event is returned once. A forked child begins with none.
     *
     *  - event: what happened; outcome: how it came to that
     *     - acquired: `free` at once, or `waited`
     *     - refused, acquire() and run() without the lock: `held_by_another` without a wait, `timed_out` after one
     *     - failed, acquire() and run() with an exception: `unreachable`, `server_error`, `too_late` (the ttl had run out when the reply came),
     *       `interrupted` (by a signal handler's exception or a fatal error), `own_lock` (a wait of INF for what this thread holds),
     *       `no_randomness`
     *     - released, it was ours: by `release`, `run`, `force`, `object` (its end), `request` (its end), `release_all` or `no_thread` (none
     *       could renew it); `rest` whichever of them it was, if the key stays taken by atLeast
     *     - lost: `token_gone` (Redis said that the key has another value, or is gone), `deadline_passed` (so said run(), which could not
     *       reach Redis)
     *     - expired, Redis did not say what became of it, and its ttl had run out; abandoned, the same before that: `unreachable` (its release
     *       got no reply or an error, and is sent again at the next contact), `left` (its object has gone, autoRelease was off), `acquire` (its
     *       object has acquired anew), `unclear` (gone at the second try of a release)
     *  - key: as Redis sees it, of several the first; its first 256 bytes, bytes that are no UTF-8 as ?. keys: how many the lock has
     *  - name: the key without the redislock.prefix that was set when its object was made, and with `*` in place of each number, UUID and hash: for groups, metrics and tables
     *  - label: in whose name the lease was taken, where redislock.label is set; null for refused and failed
     *  - holder: the label of another who has it now, where run() or ensureHeld() has found a lock lost; else null
     *  - permit: which of several, for a lease
     *  - waited: how long acquire() waited, in seconds; 0.0 if it did not. Also in the event that ends the lease
     *  - held: how long the lease was held; null where there was none, or this object did not acquire it
     *  - time: when, in Unix time by this machine's clock; request: in which request of this thread, counted from 1
     *
     * Events are entered when their outcome is known: a release by the end of an object when its reply is read; a loss that autoRenew found
     * at the object's next call, at events(), or at the end of the request. Those of the request's end, and what was not taken out, are there
     * in the next request of this thread, if it has the same redislock.prefix and redislock.server. Keys may be personal data.
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
     * A worker is one script to PHP, so a lock in a static property, a singleton, a kept exception or a cycle would be held until its ttl
     * ends, and for as long as the worker lives with autoRenew. The bridges for Laravel and Symfony call this for their workers. FrankenPHP's
     * workers need no call: the extension does it at the end of each of their requests, for what was acquired in it, and logs each lock.
     *
     *  - What was made with autoRelease: false stays, and so does what an object did not acquire itself.
     *  - The objects are as after release(): they hold nothing, are not renewed any more, and may acquire again. atLeast leaves the key at rest.
     *  - Fibers and coroutines of the thread are not told apart, and what the others hold is released, too; unless waitUsing() has set a
     *    callable: then it is what the fiber that calls this has acquired itself, and in {main} what {main} has.
     *  - All releases go to each Redis in one write, and the replies are waited for: up to redislock.io_timeout while none comes.
     *
     * Lost or expired: nothing of another holder's is deleted. Redis unreachable: nothing is thrown. stats() counts it as failed, and the
     * release is sent at this process's next contact with that Redis, or the lock ends with its ttl.
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
     *  - key: as Redis sees it; name: the same without redislock.prefix, as the constructor takes it. Bytes of a key or token that are no
     *    UTF-8 are written as ?, and are there exactly as key_base64, name_base64, token_base64, pattern_base64: json_encode() takes all texts
     *  - type: string, or the type of a key that is a lock of another library; empty where this user may not read it; memory for a lock at
     *    `memory:`, which excludes no other process
     *  - token: the value at the key, null when it can be no token (it is proof of holding: do not log it)
     *  - label: what redislock.label said where the lock was taken; null for tokens that have none
     *  - remaining: how long Redis keeps the key if nothing happens, in seconds; INF: for ever
     *  - waiting: whether a process waits for it, or did so within the last 5 seconds; null when that cannot be known, because this holder
     *    does not signal
     *  - fence: the last number given to a lease of the key, where there is one
     *  - resting: no process holds it any more, and it stays taken while `remaining`
     *  - done: the same, because its work is marked as done
     *  - permits: how many may hold it, as its last holder said; 1 for a lock of one holder
     *  - holders: of several permits those that are taken, the lowest first; what is said above is of that one. Else empty
     *  - pattern: the name with `*` in place of each number, UUID and hash, for figures by kind: `orders:42` is one of `orders:*`
     *
     * It is one request, and one more for a key with permits. Of a quorum it tells what a majority says, and for as long as a majority has
     * it. Redis unreachable: an exception.
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
     * @throws RedisLockConnectionException Redis could not be reached, or its reply did not come.
     * @throws RedisLockServerException Redis replied with an error.
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
     * Each is what describe() tells, in the order of their keys. SCAN goes through every key of the database, so the time grows with their
     * number: about a second for each million on one machine. What is taken or released meanwhile may be in the list or not. Signal handlers
     * run meanwhile, and may throw.
     *
     * In a cluster the request goes to all masters; with a quorum to all members, and then a majority decides on each lock. Keys that this user
     * may not read are left out. Redis unreachable: an exception.
     *
     * A key with permits is found by its name, whichever of them are taken.
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
     * @throws RedisLockConnectionException Redis could not be reached, or its reply did not come.
     * @throws RedisLockServerException Redis replied with an error: no permission for SCAN or GETRANGE, say.
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
     * It ends at the first bound that is reached: then `complete` is false, and what is in the list are some of the locks, not the first ones.
     * A request that is not replied to takes up to redislock.io_timeout longer. At `memory:` all keys are looked at.
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
     * @throws RedisLockConnectionException Redis could not be reached, or its reply did not come.
     * @throws RedisLockServerException Redis replied with an error: no permission for SCAN or GETRANGE, say.
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
     * These are facts; `redislock doctor` says what follows from them. There is an element for the master; for each sentinel and the master that
     * they name; for each master of a cluster; for each member of a quorum, in its order; for `memory:` none. A node that does not reply has
     * `error`, and nothing is thrown for it.
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
     * `user` is the address's, and `refusals` has these two commands.
     *
     * Nodes are examined one after the other. What a user may not run adds lines to the server's ACL LOG.
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
 * It is thrown by itself only when the operating system gives no random bytes for a token, or no thread for autoRenew.
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
 * run() with doneFor: the work is marked as done. The callback was not called.
 *
 * Not a RedisLockNotAcquiredException: what is caught to try again later would do the work again when the marker has ended.
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
