<?php
// Locks at work, as most programs use them, on a Redis of its own: the compiler keeps apart what never runs here. That is all of
// TLS, sentinels, clusters and quorums, too: whoever has those waits for a network.
// Measures nothing, and fails when a lock does not do what it should.
// Called by .ci/optimize, in a PHP whose extension counts what it runs. Takes a few seconds.

declare(strict_types=1);

require __DIR__ . '/../php-tests/support/redis.inc';

// So many that connecting and loading count for nothing beside them.
const CYCLES = 5_000;

function must(bool $done): void
{
    $done || throw new RuntimeException('a lock did not do what it should');
}

/** What nearly all locks do: taken when nobody holds it, and released. */
function cycle(string $server): void
{
    $lock = new RedisLock('training', 10, $server);
    must($lock->acquire());
    must($lock->release());
}

function endOfScope(string $server): void
{
    $lock = new RedisLock('training', 10, $server);
    must($lock->acquire());
}

/** A lock that would be waited for; its ttl is not of whole seconds. */
function cycleOfWaiter(string $server): void
{
    $lock = new RedisLock('training', 10.5, $server);
    must($lock->acquire(wait: 5));
    must($lock->release());
}

/** What a program asks of a lock while it works. */
function work(string $server): void
{
    $lock = new RedisLock('training', 10, $server);
    $lock->run(function (RedisLock $lock) use ($server): void {
        must($lock->isHeld());
        must($lock->extend(20));
        must($lock->remaining() > 10);
        $other = new RedisLock('training', 10, $server);
        must(!$other->acquire());
        must($other->isLocked());
    });
}

/** The wait ends before the lock does. */
function waitInVain(string $server): void
{
    $holder = new RedisLock('training', 10, $server);
    must($holder->acquire());
    must(!(new RedisLock('training', 10, $server))->acquire(wait: 0.01));
    must($holder->release());
}

$redis = RedisServer::start();
foreach ([$redis->address(), $redis->unix()] as $server) {
    for ($cycle = 0; $cycle < CYCLES; $cycle++) {
        cycle($server);
        endOfScope($server);
    }
    for ($cycle = 0; $cycle < CYCLES / 10; $cycle++) {
        cycleOfWaiter($server);
        work($server);
    }
    for ($cycle = 0; $cycle < CYCLES / 100; $cycle++) {
        waitInVain($server);
    }
}
