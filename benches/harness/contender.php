<?php
// Owns what a contender is: the class in each file of contenders/, called as the file with Contender after it.
// Does not know which there are.

declare(strict_types=1);

/** One process's client of one server. */
interface Contender
{
    /** The heading of its column. */
    public static function title(): string;

    /** The Debian packages that it misses here, or null. Loads its classes, so that no process has to while it is measured. */
    public static function absence(): ?string;

    /** @param bool $isPersistent whether the connection may be the one that an earlier request of this process has left */
    public function __construct(Address $address, bool $isPersistent = false);
}

/** Does cycles: a lock that no other process wants. */
interface Cycling extends Contender
{
    /** Makes the lock of this key, acquires it and releases it. Throws unless both were done. */
    public function cycle(string $key): void;
}

/** Takes part in cycles and requests, and has a column of its own. */
interface Cycler extends Cycling
{
}

/** Takes part on the roads that bench/road.php names, in the column of another. */
interface RoadCycler extends Cycling
{
}

/** Takes part in what happens when many want one lock. */
interface Waiter extends Contender
{
    /** Says which lock the other methods are about. */
    public function choose(string $key): void;

    /** Waits until the lock is ours. */
    public function acquire(): void;

    /** Waits so many seconds at most. */
    public function acquireWithin(float $seconds): bool;

    public function release(): void;
}

/** Seconds. No hold comes near it. */
const TTL = 30;
/** Seconds. No wait of the benchmark comes near it. */
const WAIT = 30;

/** Whether PHP's include path lacks a file of a Debian package. */
function isMissing(string $file): bool
{
    return stream_resolve_include_path($file) === false;
}
