<?php
// Owns how Symfony's LockFactory is used on a quorum: its CombinedStore of stores for phpredis, of which a majority decides.
// Does not measure.

declare(strict_types=1);

use Symfony\Component\Lock\Store\CombinedStore;
use Symfony\Component\Lock\Store\RedisStore;

final class SymfonyCombinedContender implements RoadCycler
{
    private readonly Symfony\Component\Lock\LockFactory $factory;

    public static function title(): string
    {
        return 'CombinedStore';
    }

    public static function absence(): ?string
    {
        return contender('symfony')::absence();
    }

    public function __construct(Address $address, bool $isPersistent = false)
    {
        $store = fn (Address $member): RedisStore => new RedisStore($member->connectPhpredis($isPersistent));
        $combined = new CombinedStore(array_map($store, $address->members()), new Symfony\Component\Lock\Strategy\ConsensusStrategy());
        $this->factory = new Symfony\Component\Lock\LockFactory($combined);
    }

    public function cycle(string $key): void
    {
        $lock = $this->factory->createLock($key, TTL);
        $lock->acquire() || throw new RuntimeException('acquire() returned false');
        $lock->release();
    }
}
