<?php
// Owns the loop over a quorum's masters that users of phpredis write: one master after the other.
// Does not measure.

declare(strict_types=1);

/** Redlock as it is most often written: SET NX PX on each in turn, a majority decides; compare and delete on each in turn. */
final class PhpredisRedlockContender implements RoadCycler
{
    private const RELEASE = "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

    /** @var list<Redis> */
    private readonly array $masters;
    private readonly string $release;

    public static function title(): string
    {
        return 'a loop by phpredis';
    }

    public static function absence(): ?string
    {
        return contender('phpredis')::absence();
    }

    public function __construct(Address $address, bool $isPersistent = false)
    {
        $this->masters = array_map(fn (Address $member): Redis => $member->connectPhpredis($isPersistent), $address->members());
        $this->release = sha1(self::RELEASE);
        array_map(fn (Redis $master): string => $master->script('load', self::RELEASE), $this->masters);
    }

    public function cycle(string $key): void
    {
        $token = bin2hex(random_bytes(16));
        $majority = intdiv(count($this->masters), 2) + 1;
        $taken = array_map(fn (Redis $master): bool => $master->set($key, $token, ['nx', 'px' => 1000 * TTL]), $this->masters);
        count(array_filter($taken)) >= $majority || throw new RuntimeException('no majority was acquired');
        $released = array_map(fn (Redis $master): int => $master->evalSha($this->release, [$key, $token], 1), $this->masters);
        array_sum($released) >= $majority || throw new RuntimeException('no majority was released');
    }
}
