<?php
// Owns the torture's process that keeps many locks at a time by autoRenew, for as long as all lasts, over a slow network.
// Judges nothing; writes until when it trusts each of them, and takes again what is lost.
// Called by crew.rs: php keeper.php '{"server": "redis://...", "count": 200, "journal": "...", "stop": "..."}'.

declare(strict_types=1);

require __DIR__ . '/journal.php';

/** In s, in turn: short, and each longer than most of what Redis's stalls last. */
const TTLS = [2, 3, 4];

$order = json_decode($argv[1], false, 16, JSON_THROW_ON_ERROR);
$journal = new Journal($order->journal);
$journal->note('born', 'keeper');
/** @var array<int, array{RedisLock, string}> $kept by number, with its token */
$kept = [];
while (!file_exists($order->stop)) {
    foreach ($kept as $number => [$lock, $token]) {
        $journal->trusts($lock, $token);
        if ($lock->remaining() == 0) {
            // Another object takes it again: a late answer to an extend may make this one hold once more.
            $call = $journal->begin('drop', $lock->key(), $token);
            unset($kept[$number], $lock);
            $journal->end($call, 'yes');
        }
    }
    // A few at a time: the others are looked at in between.
    foreach (array_slice(array_diff(range(0, $order->count - 1), array_keys($kept)), 0, 10) as $number) {
        $ttl = TTLS[$number % 3];
        $lock = new RedisLock("kept-$number", $ttl, $order->server, autoRenew: true);
        $token = take($journal, $lock, $ttl);
        if ($token === null) {
            break;
        }
        $kept[$number] = [$lock, $token];
    }
    usleep(20_000);
}
foreach ($kept as [$lock, $token]) {
    // They are renewed while those before them are released, which takes longer than a ttl of some.
    $journal->trusts($lock, $token);
    for ($try = 0; $try < 5 && !in_array($journal->ask('release', $lock->key(), $token, $lock->release(...)), ['yes', 'no'], true); $try++) {
        // Again: nothing may be left when all is over.
    }
}

function take(Journal $journal, RedisLock $lock, int $ttl): ?string
{
    $call = $journal->begin('acquire', $lock->key(), '', 'wait=0', "ttl=$ttl", 'renew=1', 'kept=1');
    $answer = answer(fn (): bool => $lock->acquire(), $why);
    if ($answer === 'yes') {
        return $journal->took($call, $lock, $lock->key());
    }
    $journal->end($call, $answer, $why);

    return null;
}
