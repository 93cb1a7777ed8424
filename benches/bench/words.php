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
    server CPU   INFO cpu, system and user
    load time    the median of {loads} differences: php -n with the extension and without
    growth       of the process's memory, from 10,000 cycles on
    end of a     from the last shutdown function of a script whose locks are all held to the end of its process; medians
    request      of {ends} scripts
    renewal      one process that keeps this number of locks of this ttl by autoRenew; stall, 5 ms: through a relay that delays,
                 5 ms for a round trip. Stall: Redis is stopped for that long; trusted when it goes on. Not kept: not trusted
                 {keeping} s later, after a stall a ttl later. Silent server: 16 addresses of it. Part left: the least of its ttl
                 that a lock of a healthy Redis had. Names are slow only for root, who may give a process another name server
    road         the same cycle by what is named: over TLS, through sentinels, on a cluster or a quorum, with a Redis 1 ms away (a
                 round trip, by a relay). Of a quorum, phpredis is a loop over the masters and Symfony its CombinedStore. To
                 one master: RedisLock there, in the same rounds. New connection: a forked process makes the client, acquires
                 and releases; RedisLock's live as long as their process
    A round (of waiting: one contender's share of it) in which the host of this machine gave more of it to others than they may
    have is measured again, up to two more for each that counts; what others disturbed as a whole, when all else has been measured,
    up to {tries} times in all.
    TEXT;
