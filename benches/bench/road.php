<?php
// Owns which roads to a lock there are, and who can take each.
// Does not start their servers (road_servers.php), nor judge what was measured (road_rows.php).

declare(strict_types=1);

enum Road: string
{
    case Tcp = 'TCP';
    case Unix = 'unix socket';
    case Tls = 'TLS';
    case Sentinel = 'Sentinel';
    case Cluster = 'cluster of 3';
    case Quorum3 = 'quorum of 3';
    case Quorum5 = 'quorum of 5';
    case Far = '1 ms away';
    case FarQuorum = 'quorum of 5, 1 ms away';
    case SlowMember = 'quorum of 5, 1 ms, one at 10 ms';
    case Redis = 'Redis 8.6';
    case Valkey = 'Valkey 9.1';

    public function title(): string
    {
        return "$this->value, {$this->layout()->value}";
    }

    public function isFar(): bool
    {
        return in_array($this, [self::Far, self::FarQuorum, self::SlowMember], true);
    }

    /** How many masters the quorum has; 0: it is none. */
    public function members(): int
    {
        return match ($this) {
            self::Quorum3 => 3,
            self::Quorum5, self::FarQuorum, self::SlowMember => 5,
            default => 0,
        };
    }

    /** Whether the server is one that has a command of its own to compare and delete. */
    public function hasNativeCommands(): bool
    {
        return in_array($this, [self::Redis, self::Valkey], true);
    }

    /** What the cycle of RedisLock is compared with, in the same rounds: the same where what this road adds is not. */
    public function reference(): ?string
    {
        return match ($this) {
            self::Unix, self::Tls, self::Sentinel, self::Cluster, self::FarQuorum => 'one master',
            self::SlowMember => 'no slow member',
            default => null,
        };
    }

    /** Whether clients connect to it anew as well. What connecting costs does not depend on what else is different on other roads. */
    public function hasNewConnections(): bool
    {
        return in_array($this, [self::Tcp, self::Unix, self::Tls, self::Sentinel, self::Cluster], true);
    }

    /** Where the kernel has nothing to choose; where all sleep most of the time, that says nothing. */
    public function layout(): Layout
    {
        return $this->isFar() ? Layout::Unpinned : Layout::OneCore;
    }

    /** @return array<string, string> the file of the contender that is measured in each column, by the column's name */
    public function columns(): array
    {
        $each = ['redislock', 'redislock-unset', 'phpredis', 'predis', 'laravel', 'symfony'];
        $all = array_combine($each, $each);

        return match (true) {
            $this->members() > 0 => array_slice($all, 0, 2) + ['phpredis' => 'phpredis-redlock', 'symfony' => 'symfony-combined'],
            // Laravel knows no sentinels.
            $this === self::Sentinel => array_diff_key($all, ['laravel' => 0]),
            $this->hasNativeCommands() => array_slice($all, 0, 3),
            default => $all,
        };
    }

    /**
     * What else is measured for a column, each as a figure "p50 ..." of it.
     *
     * @return array<string, string> files of contenders by what is written in place of the dots
     */
    public function more(string $column): array
    {
        return match (true) {
            $this === self::Far && $column === 'redislock' => ['run' => 'redislock-run'],
            $this->hasNativeCommands() && $column === 'phpredis' => ['native' => 'phpredis-native'],
            default => [],
        };
    }

    /** @return list<string> the floors that can take it */
    public function floors(): array
    {
        return $this === self::Tls || $this->members() > 0 ? Floor::PLAIN : [...Floor::PLAIN, Floor::CAREFUL, Floor::CAREFUL_AHEAD];
    }

    /** What it lacks here, as Debian's packages, or null. */
    public function absence(): ?string
    {
        if ($this->hasNativeCommands()) {
            return LentServer::absence(strtolower($this->name));
        }
        exec('openssl version 2>&1', $output, $status);

        return $this === self::Tls && $status !== 0 ? 'openssl' : null;
    }

    /** Of so many cycles of a round on a road of one master, how many there are on this one: about as long. */
    public function cycles(int $cycles): int
    {
        return match (true) {
            $this === self::SlowMember => max(3, intdiv($cycles, 100)),
            $this->isFar() => max(3, intdiv($cycles, 25)),
            $this->members() > 0 => max(3, intdiv($cycles, 5)),
            default => $cycles,
        };
    }
}
