<?php
// Owns one process that keeps locks by autoRenew while something happens, and prints as JSON what became of them.
// Does not start servers and relays. Called by bench/kept.php: php kept.php WHAT ORDER, as JSON

declare(strict_types=1);

[, $what, $order] = $argv;
$order = json_decode($order, false, 8, JSON_THROW_ON_ERROR);
echo json_encode($what($order), JSON_THROW_ON_ERROR), "\n", hrtime(true), "\n";

/** @return list<RedisLock> spread over the time after which they are extended */
function keep(object $order): array
{
    for ($locks = [], $begin = hrtime(true), $n = 0; $n < $order->locks; $n++) {
        $locks[] = $lock = new RedisLock("kept:$n", $order->ttl, $order->server, autoRenew: true);
        $lock->acquire() || exit(1);
        $wait = $begin + $n * $order->ttl / 3 / $order->locks * 1e9 - hrtime(true);
        $wait > 0 && usleep((int) ($wait / 1e3));
    }

    return $locks;
}

/** @param list<RedisLock> $locks */
function trusted(array $locks): array
{
    return array_filter($locks, fn (RedisLock $lock): bool => $lock->remaining() > 0);
}

/** Redis stands still; of those that are trusted when it goes on, how many are not when a ttl has passed? */
function stall(object $order): array
{
    $locks = keep($order);
    posix_kill($order->relay, SIGUSR1);
    usleep((int) ($order->ttl * 1e6));
    posix_kill($order->redis, SIGSTOP);
    usleep((int) ($order->stall * 1e6));
    posix_kill($order->redis, SIGCONT);
    $trusted = trusted($locks);
    usleep((int) ($order->ttl * 1e6));

    return ['trusted when Redis is back' => count($trusted), 'of these not kept' => count($trusted) - count(trusted($trusted))];
}

/** How many are lost while nothing happens, and how busy is this process? */
function many(object $order): array
{
    $locks = keep($order);
    if (isset($order->relay)) {
        posix_kill($order->relay, SIGUSR1);
    }
    $cpu = cpu();
    sleep($order->seconds);
    $cpu = cpu() - $cpu;

    return ['not kept' => count($locks) - count(trusted($locks)), 'cores' => $cpu / $order->seconds];
}

/** The least part of its ttl that a lock has left while the addresses beside it are silent. */
function beside(object $order): array
{
    $lock = new RedisLock('kept', $order->ttl, $order->server, autoRenew: true);
    $lock->acquire() || exit(1);
    for ($others = [], $n = 0; $n < count($order->others); $n++) {
        $others[] = $other = new RedisLock("beside:$n", $order->ttl, $order->others[$n], autoRenew: true);
        $other->acquire() || exit(1);
    }
    usleep((int) ($order->ttl * 1e6));
    isset($order->redis) ? posix_kill($order->redis, SIGSTOP) : touch($order->stop);
    for ($least = INF, $end = hrtime(true) + 2 * $order->ttl * 1e9; hrtime(true) < $end; usleep(5_000)) {
        $least = min($least, $lock->remaining());
    }
    isset($order->redis) && posix_kill($order->redis, SIGCONT);

    return ['least left' => $least / $order->ttl];
}

function cpu(): float
{
    $usage = getrusage();

    return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec'] + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e6;
}
