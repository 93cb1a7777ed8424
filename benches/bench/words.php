<?php
// Owns what is written below the table of bench.php: what its words mean, and how it was measured.
// Does not print it.

declare(strict_types=1);

const BENCH_WORDS = <<<'TEXT'
    cycle        a lock object of its own, acquire(), release(): two round trips (Symfony: four). Peers set with NX and a
                 ttl, and compare and delete in a script; phpredis and predis by EVALSHA. All contenders are connected.
    by unset     RedisLock, released by the end of its object in place of release()
    floor        a program in C with a plain blocking socket (unix: it polls first, which is quicker) that sends RedisLock's two
                 requests again and again; beside "by unset" it reads the reply to a release before the next one's, as
                 RedisLock does there. The careful floor also asks the kernel for a random token, for a liveness check
                 (unless a reply has just come) and for waits that time out. The spinning floor is the careful one and spins
                 50 us for each reply before it sleeps; RedisLock stops spinning for a while where replies take longer
    before       RedisLock as the other build that it is measured beside, and the median of each round's quotient by that
    one core     clients and server on the same core; two cores: on one each; unpinned: where the kernel puts them
    p50, p99     medians over {rounds} rounds of {cycles} cycles of a round's median and 99th percentile; contenders take turns
    0.93x        the median of each round's quotient by phpredis's, or the floor's, value of the same round
    client CPU   user and system time of the client's process for each cycle (getrusage)
    php-fpm      a request that connects, or reuses the last one's connection, acquires and releases; one worker for each
                 contender, with opcache; medians of {rounds} rounds of {requests}. By the script's clock, from the making of
                 the client on; the whole request by its client's, from connecting to php-fpm on
    one session  RedisLock is LockedHandler around phpredis's handler; phpredis locks with lock_retries=-1, every 2 ms; the floor is
                 PHP's files. All are asked at once, of 32 workers; medians of {contests} rounds. A write is lost where the counter
                 in the session ends below 32. Commands: those of clients, in a round of its own that MONITOR shows, so that it
                 is a little above what the others take; what a script runs is not counted
    server CPU   INFO cpu, system and user
    load time    the median of {loads} differences: php -n with the extension and without
    growth       of the process's memory, from 10,000 cycles on
    end of a     from the last shutdown function of a script whose locks are all held to the end of its process; medians
    request      of {ends} scripts
    renewal      one process that keeps this number of locks of this ttl by autoRenew; stall, 5 ms: through a relay that delays,
                 5 ms for a round trip. Stall: Redis is stopped for that long; trusted when it goes on. Not kept: not trusted
                 {keeping} s later, after a stall a ttl later. Silent server: 16 addresses of it. Part left: the least of its ttl
                 that a lock of a healthy Redis had. Names are slow only for root, who may give a process another name server
    several keys the floor is phpredis with two plain scripts, and BLPOP in slices of 1 s; beside RedisLock it takes ten keys of
    and permits  one process, and few keys or permits that 64 processes want again and again for {window} s, as the steady state of
                 waiting has it: 0 to 4 ms of thought, a hold of 1 ms. Medians of {contests} rounds, quotients by the floor's value
                 of the same round. To one key: by a cycle of one key of the same contender. Served below floor: the least to the
                 most served process, the floor's less the contender's. Handoff: of the permit that has been free longest.
                 Laravel is Redis::funnel(), Symfony its Semaphore, which does not wait and is tried again after 5 ms. A permit
                 is free: the last one, all others are held
    growth, ...  each of so many processes wants the lock once, all at the same time, as a burst of waiting; a change of holder
                 is from the call of release() to the return of the next acquire(). CPU of a renewal: of the process that keeps
                 the locks, while each is extended after a third of its ttl of 20 s. Exponent: of the power law that fits best
    fibers       of a loop on stream_select(), and a timer of 1 ms in it; a fiber releases as soon as it has the lock
    road         the same cycle by what is named: over TLS, through sentinels, on a cluster or a quorum, with a Redis 1 ms away (a round
                 trip, by a relay; its own share is a row), on servers that have a command to compare and delete (DELEX, DELIFEQ).
                 Of a quorum, phpredis is a loop over the masters and Symfony its CombinedStore; the floor sends to all at a time
                 and reads a majority's replies. To one master: RedisLock there, in the same rounds. New connection: a forked
                 process makes the client, acquires and releases; RedisLock's live as long as their process. No script cached: after
                 SCRIPT FLUSH. Refused: another holds the key, and acquire() does not wait. Handoff: of four
                 processes that want one lock once, holding it for 1 ms; the floor is phpredis with two plain scripts and BLPOP
    A round (of waiting: one contender's share of it) in which the host of this machine gave more of it to others than they may
    have is measured again, up to two more for each that counts; what others disturbed as a whole, when all else has been measured,
    up to {tries} times in all.
    TEXT;
