<?php
// Owns what is written below the table of waiting: what its words mean, and how it was measured.
// Does not print it.

declare(strict_types=1);

const WAITING_WORDS = <<<'TEXT'
    A hold is usleep(1000), from the return of acquire() to the call of release(). Every process has
    connected, and has taken a lock of its own once, before it comes to the barrier they start from.
    total        from the first call of acquire() to the last return of release()
    handoff      from the return of release() to that of the next holder's acquire(), 0 if it was last
    change       the same from the call of release(), thus with its round trip
    lock idle    the sum of all handoffs, as a share of the total
    round trips  requests that the server has read (INFO stats: total_reads_processed) for an acquire
                 and its release; not what scripts run, and no process connects or leaves meanwhile
    wait         from the call of acquire() to its return
    36x          36 times RedisLock's value
    floor        phpredis with two scripts of one line, and BLPOP: what this machine takes at least
    Bursts, steady state: the contenders take turns, round by round; medians of {bursts} and {steadies} rounds, after
    one burst each that does not count. Laravel, which takes longest, sits out every second round.
    End of a wait: {waits} waits of 0.05 to 1.05 s ({loop waits} for the loop; {whole waits} of 1 s for Laravel, which goes by
    the clock's full seconds), too long or too short; no other process sends the server a request meanwhile.
    Killed: {crashes} trials; expiry by PEXPIRETIME. Stopped: {stops} trials. Server CPU: INFO cpu, system and
    user, over {idle seconds} s.
    TEXT;
