<?php
// One of many requests refreshes an expired cache entry; the others serve the old value at once.
// Run many at once: for i in 1 2 3 4; do php examples/cache-refresh.php & done; wait
//
// Replaces MULTI { SETNX, EXPIRE } (every loser prolongs the winner's lock) that ends with GET and DEL in PHP
// (between the two the lock may have become another's).

declare(strict_types=1);

const FRESH_FOR = 5;

/** The exchange rates. While an old value exists, one process at a time calls the bank and no other process waits. */
function exchangeRates(string $file): string
{
    $entry = readEntry($file);
    if ($entry !== null && $entry['until'] > microtime(true)) {
        return "$entry[value], from the cache";
    }

    $lock = new RedisLock('refresh:exchange-rates', ttl: 10);
    try {
        $mayRefresh = $lock->acquire();
    } catch (RedisLockException) {
        // A page with old rates is better than none while Redis is away.
        $mayRefresh = false;
    }
    if (!$mayRefresh && $entry !== null) {
        return "$entry[value], the old value: another process is refreshing";
    }

    // Looked at again: another may have refreshed it after our look and before our acquire.
    $entry = readEntry($file);
    if ($entry !== null && $entry['until'] > microtime(true)) {
        return "$entry[value], from the cache";
    }

    // Reached with the lock, or with nothing old to serve: then the bank is called twice rather than not at all.
    $value = askTheBank();
    writeEntry($file, ['value' => $value, 'until' => microtime(true) + FRESH_FOR]);

    // No release(): $lock goes at the end of this function, and the lock with it, also when the bank throws.
    return "$value, refreshed";
}

function askTheBank(): string
{
    usleep(500_000);

    return 'rates of ' . date('H:i:s');
}

/** @return array{value: string, until: float}|null */
function readEntry(string $file): ?array
{
    return is_file($file) ? json_decode(file_get_contents($file), true) : null;
}

function writeEntry(string $file, array $entry): void
{
    // Renamed into place, so that no reader meets half an entry.
    $whole = tempnam(dirname($file), 'rates');
    file_put_contents($whole, json_encode($entry));
    rename($whole, $file);
}

echo exchangeRates($argv[1] ?? sys_get_temp_dir() . '/exchange-rates.json'), "\n";
