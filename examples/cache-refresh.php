<?php
// One of many requests refreshes a cache entry. The others serve the old value at once, and wait for the new one where there is none.
// Run many at once: for i in 1 2 3 4; do php examples/cache-refresh.php & done; wait
//
// Replaces MULTI { SETNX, EXPIRE } (every loser prolongs the winner's lock) that ends with GET and DEL in PHP
// (between the two the lock may have become another's).

declare(strict_types=1);

const FRESH_FOR = 5;

/** The exchange rates. One process at a time calls the bank. */
function exchangeRates(string $file): string
{
    $old = cached($file);
    $refresh = fn (): string => store($file, askTheBank());
    $lock = new RedisLock('refresh:exchange-rates', ttl: 10);
    try {
        return $lock->run($refresh, wait: $old === null ? 5 : 0, lookup: fn (): ?string => cached($file, FRESH_FOR));
    } catch (RedisLockException) {
        // Another is refreshing, Redis is away, or the bank took longer than the ttl. Old rates are better than none, and two
        // calls of the bank better than no rates.
        return cached($file, FRESH_FOR) ?? $old ?? $refresh();
    }
}

function askTheBank(): string
{
    usleep(500_000);
    echo "asked the bank\n";

    return 'rates of ' . date('H:i:s');
}

/** null: there is no entry, or none that is this young. */
function cached(string $file, float $seconds = INF): ?string
{
    clearstatcache(true, $file);

    return is_file($file) && time() - filemtime($file) < $seconds ? file_get_contents($file) : null;
}

function store(string $file, string $value): string
{
    // Renamed into place, so that no reader meets half an entry.
    $whole = tempnam(dirname($file), 'rates');
    file_put_contents($whole, $value);
    rename($whole, $file);

    return $value;
}

echo exchangeRates($argv[1] ?? sys_get_temp_dir() . '/exchange-rates'), "\n";
