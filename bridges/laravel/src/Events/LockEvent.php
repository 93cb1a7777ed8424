<?php
// Owns what the package's events of Laravel's tell of a lock. Made by LockEvents.php.

declare(strict_types=1);

namespace RedisLock\Laravel\Events;

/** What became of a lock, told once its request or job is over. May be queued: it holds nothing but values. */
abstract readonly class LockEvent
{
    /** Why, in one word or two: as `outcome` of RedisLock::events(). */
    public string $outcome;
    /** The key as Redis has it, with all prefixes, the first of several; cut after 256 bytes. */
    public string $key;
    /** How many keys the lock has. */
    public int $keys;
    /** The key with `*` for numbers, mail addresses and ids, or what the application makes of it: LockEvents::nameUsing(). */
    public string $name;
    /** redislock.label of this process, if it is set; null, too, where there was no lease. */
    public ?string $label;
    public ?int $permit;
    /** Seconds that the acquire waited; 0.0: it did not. */
    public float $waited;
    /** Seconds that the lock was held; null: it was not. */
    public ?float $held;
    /** When it happened: Unix time. */
    public float $time;

    /** @param array<string, mixed> $event one of RedisLock::events() */
    public function __construct(array $event)
    {
        $this->outcome = $event['outcome'];
        $this->key = $event['key'];
        $this->keys = $event['keys'];
        $this->name = $event['name'];
        $this->label = $event['label'];
        $this->permit = $event['permit'];
        $this->waited = $event['waited'];
        $this->held = $event['held'];
        $this->time = $event['time'];
    }
}
