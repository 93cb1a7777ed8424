<?php
// Owns the torture's three processes that hand one lock on in rounds: a holder that gives it up at the very moment at which a first
// waiter leaves, and a second waiter who must not be left asleep on the free lock. In one of the relays the first waiter waits for
// a list of two keys, of which the holder gives up one: it must hand on the signal that it has no use for. In some rounds the holder is
// like one of another make, which does not signal: both waiters are told by Redis, and the second turns to the first, who signals.
// Judges nothing; writes what it believed, as worker.php does.
// Called by crew.rs: php relay.php '{"seed": 7, "server": "redis://...", "key": "relay", ...}'.

declare(strict_types=1);

require __DIR__ . '/journal.php';
require __DIR__ . '/shapes.php';

/** How long a round takes, in ms: longer than the second waiter's wait. */
const ROUND = 950;
/** In s: longer than a round, and no longer than the workers' ttls, for at the end all locks must be gone. */
const TTL = 1.5;
/** When the holder gives it up, and the first waiter leaves. */
const HANDOVER = 150;
/** When it gives up the key beside it: soon, so that the list is free, or after the time in which the second waiter must have it. */
const BESIDE = [HANDOVER + 60, HANDOVER + 620, HANDOVER + 620];
/** For how long the first waiter has it after a holder that does not signal: until the second has met it. */
const MEETING = 60;
/** How. */
const WAYS = ['release', 'release', 'drop', 'force'];

$order = json_decode($argv[1], false, 16, JSON_THROW_ON_ERROR);
pcntl_async_signals(true);
$start = hrtime(true) + 100_000_000;
$parent = getmypid();
// The holder's end is closed after its last signal.
[$ours, $others] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
// What the holder may send signals to.
$first = fork();
$part = $first === 0 ? 'first' : (fork() === 0 ? 'second' : 'holder');
if ($part !== 'holder') {
    fclose($ours);
}
mt_srand($order->seed);
$journal = new Journal($order->journal);
$journal->note('born', "$order->key-$part");
if ($part === 'first') {
    pcntl_signal(SIGUSR1, function () use (&$waits): void {
        if ($waits) {
            throw new Interrupted();
        }
    });
}

for ($round = 0; !file_exists($order->stop); $round++) {
    $at = $start + $round * ROUND * 1_000_000;
    // Drawn by all three alike.
    $interrupts = mt_rand(0, $order->beside === '' ? 1 : 3) === 1;
    $offset = intdiv(mt_rand(-2_000, 2_000), [1, 8][mt_rand(0, 1)]);
    $renews = mt_rand(0, 2) === 0;
    $how = WAYS[mt_rand(0, count(WAYS) - 1)];
    $late = BESIDE[mt_rand(0, 2)];
    $isSilent = mt_rand(0, 2) === 0;
    $list = mt_rand(0, 1) === 0 ? "$order->key,$order->beside" : "$order->beside,$order->key";
    $name = $order->beside !== '' && $part === 'first' && knows('permits') ? $list : $order->key;
    // A token of which no waiter knows that there will be a signal.
    $given = $isSilent && $part === 'holder' ? 'given-' . getmypid() . '-' . hrtime(true) : null;
    $lock = new RedisLock(...arguments($name), ttl: TTL, server: $order->server, token: $given, autoRenew: $renews);
    $how = $isSilent ? 'release' : $how;
    $terms = ['ttl=' . TTL, 'renew=' . (int) $renews];
    match ($part) {
        'holder' => holdBoth($journal, $order, $lock, $terms, $at, $offset, $interrupts ? $first : 0, $how, $late),
        // Redis signals whom it has waited for longest.
        'first' => waitIn($journal, $name, $lock, $terms, $at, 40, $interrupts || $isSilent || $name !== $order->key ? 0.8 : (HANDOVER - 40) / 1000, $how, $isSilent ? MEETING : 0, $waits),
        'second' => waitIn($journal, $name, $lock, $terms, $at, 60, 0.83, $how, 0, $waits),
    };
    $lock = null;
    // The children end with the holder.
    if ($part !== 'holder' && posix_getppid() !== $parent) {
        break;
    }
}
if ($part === 'holder') {
    fclose($ours);
}
// A signal that comes when PHP has taken its handlers away would end the process, blocked or not (zend_sigaction).
while ($part !== 'holder' && !feof($others)) {
    @fread($others, 1);
}
// The process that started the holder asks how it ended; it asks its children.
for ($ok = true; $part === 'holder' && pcntl_wait($status) > 0;) {
    if (pcntl_wifsignaled($status)) {
        $journal->note('crashed', 'of-a-relay', (string) pcntl_wtermsig($status));
    }
    $ok = $ok && pcntl_wifexited($status) && pcntl_wexitstatus($status) === 0;
}
exit($ok ? 0 : 1);

function fork(): int
{
    return pcntl_fork();
}

function sleepUntil(int $instant): void
{
    $left = intdiv($instant - hrtime(true), 1_000);
    if ($left > 0) {
        usleep($left);
    }
}

/**
 * As hold(), and has the key beside it from before until $late ms of the round have passed.
 *
 * @param list<string> $terms of the lock, as the journal has them
 */
function holdBoth(
    Journal $journal,
    object $order,
    ?RedisLock &$lock,
    array $terms,
    int $at,
    int $offset,
    int $interrupted,
    string $how,
    int $late,
): void {
    sleepUntil($at);
    $token = null;
    if ($order->beside !== '') {
        $beside = new RedisLock($order->beside, TTL, $order->server);
        $token = take($journal, $order->beside, $beside, ['ttl=' . TTL]);
    }
    hold($journal, $order, $lock, $terms, $at, $offset, $interrupted, $how);
    if ($token !== null) {
        sleepUntil($at + $late * 1_000_000);
        giveUp($journal, $order->beside, $beside, $token, 'release');
    }
}

/**
 * No other process has had it for long.
 *
 * @param list<string> $terms of the lock, as the journal has them
 */
function take(Journal $journal, string $name, RedisLock $lock, array $terms): ?string
{
    $call = $journal->begin('acquire', $name, '', 'wait=0.02', ...$terms);
    $answer = answer(fn (): bool => $lock->acquire(0.02), $why);
    if ($answer === 'yes') {
        return $journal->took($call, $lock, $name);
    }
    $journal->end($call, $answer, $why);

    return null;
}

/**
 * Takes the lock at the start of a round, and gives it up when the first waiter leaves, give or take $offset us.
 *
 * @param list<string> $terms of the lock, as the journal has them
 */
function hold(
    Journal $journal,
    object $order,
    ?RedisLock &$lock,
    array $terms,
    int $at,
    int $offset,
    int $interrupted,
    string $how,
): void {
    $token = take($journal, $order->key, $lock, $terms);
    if ($token === null) {
        return;
    }
    sleepUntil($at + HANDOVER * 1_000_000 + min(0, $offset) * 1_000);
    if ($interrupted !== 0 && $offset < 0) {
        posix_kill($interrupted, SIGUSR1);
    }
    sleepUntil($at + HANDOVER * 1_000_000 + $offset * 1_000);
    giveUp($journal, $order->key, $lock, $token, $how);
    if ($interrupted !== 0 && $offset >= 0) {
        usleep(intdiv($offset, 8));
        posix_kill($interrupted, SIGUSR1);
    }
}

/** @param list<string> $terms of the lock, as the journal has them */
function waitIn(
    Journal $journal,
    string $name,
    ?RedisLock &$lock,
    array $terms,
    int $at,
    int $delay,
    float $wait,
    string $how,
    int $keeps,
    ?bool &$waits,
): void {
    sleepUntil($at + $delay * 1_000_000);
    $call = $journal->begin('acquire', $name, '', "wait=$wait", ...$terms);
    $waits = true;
    $answer = answer(fn (): bool => $lock->acquire($wait), $why);
    $waits = false;
    if ($answer === 'yes') {
        $token = $journal->took($call, $lock, $name);
        usleep($keeps * 1_000);
        giveUp($journal, $name, $lock, $token, $how);
    } else {
        $journal->end($call, $answer, $why);
    }
}

/** In one of the WAYS, each of which wakes who waits. */
function giveUp(Journal $journal, string $name, ?RedisLock &$lock, string $token, string $how): void
{
    if ($how !== 'drop') {
        $question = $how === 'force' ? $lock->forceRelease(...) : $lock->release(...);
        $journal->ask($how, $name, $token, $question);

        return;
    }
    $call = $journal->begin('drop', $name, $token);
    $lock = null;
    $journal->end($call, 'yes');
}
