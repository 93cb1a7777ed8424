<?php
// Owns which roads to a lock there are besides one master's sockets, who can take each, and its budgets.
// Does not start their servers (road_servers.php), nor measure (parts/roads.php).

declare(strict_types=1);

enum Road: string
{
    case Tls = 'TLS';
    case Sentinel = 'Sentinel';
    case Cluster = 'cluster of 3';
    case Quorum = 'quorum of 5';
    case Far = '1 ms away';

    public const MEMBERS = 5;

    public function title(): string
    {
        return "$this->value, {$this->layout()->value}";
    }

    /** Whether clients connect to it anew as well. */
    public function hasNewConnections(): bool
    {
        return in_array($this, [self::Tls, self::Sentinel, self::Cluster], true);
    }

    /** Where the kernel has nothing to choose; where all sleep most of the time, that says nothing. */
    public function layout(): Layout
    {
        return $this === self::Far ? Layout::Unpinned : Layout::OneCore;
    }

    /** @return array<string, float> at most, by the row */
    public function budgets(): array
    {
        return match ($this) {
            self::Tls => ['p50 to phpredis' => 0.9],
            self::Sentinel, self::Cluster => ['p50 to one master' => 1.05],
            self::Quorum => ['p50 to CombinedStore' => 0.3],
            self::Far => ['p50 to phpredis' => 1.05, 'unset' => 0.52],
        };
    }

    /** @return array<string, string> the file of the contender that is measured in each column, by the column's name */
    public function columns(): array
    {
        $each = ['redislock', 'redislock-unset', 'phpredis', 'predis', 'laravel', 'symfony'];
        $all = array_combine($each, $each);

        return match ($this) {
            self::Quorum => array_slice($all, 0, 2) + ['phpredis' => 'phpredis-redlock', 'symfony' => 'symfony-combined'],
            // Laravel knows no sentinels.
            self::Sentinel => array_diff_key($all, ['laravel' => 0]),
            default => $all,
        };
    }

    /** @return list<string> the floors that can take it */
    public function floors(): array
    {
        return match ($this) {
            self::Quorum => [],
            self::Tls => Floor::PLAIN,
            default => [...Floor::PLAIN, Floor::CAREFUL, Floor::CAREFUL_AHEAD],
        };
    }

    /** What it lacks here, as Debian's packages, or null. */
    public function absence(): ?string
    {
        exec('openssl version 2>&1', $output, $status);

        return $this === self::Tls && $status !== 0 ? 'openssl' : null;
    }

    /** Of so many cycles of a round on a road of one master, how many there are on this one: about as long. */
    public function cycles(int $cycles): int
    {
        return match ($this) {
            self::Far => max(3, intdiv($cycles, 25)),
            self::Quorum => max(3, intdiv($cycles, 5)),
            default => $cycles,
        };
    }
}
