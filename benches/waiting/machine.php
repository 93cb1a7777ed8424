<?php
// Owns what has to be known of the machine to read the figures: its cores, its programs, and what else it did meanwhile.
// Measures nothing of the locks.
// Called by waiting.php.

declare(strict_types=1);

final class Machine
{
    /** USER_HZ, in which /proc/stat counts on every architecture that PHP is packaged for. */
    private const TICKS = 100;
    private const PINGS = 5_000;

    /** @var array{busy: int, all: int}|null ticks of all cores until the benchmark began; null where there is no /proc */
    private readonly ?array $before;

    public function __construct(private readonly Server $server)
    {
        $this->before = self::ticks();
    }

    /** "2 cores, nothing pinned; PHP 8.2.36; Redis 7.0.15 on TCP 127.0.0.1, not persistent; a PING takes 56 us". */
    public function layout(): string
    {
        $status = (string) @file_get_contents('/proc/self/status');
        $allowed = preg_match('/^Cpus_allowed_list:\s+(\S+)/m', $status, $found) ? $found[1] : '?';
        $all = trim((string) @file_get_contents('/sys/devices/system/cpu/online'));
        $cores = self::cores($all);

        return sprintf(
            '%s, %s; PHP %s; %s on TCP 127.0.0.1, not persistent; a PING takes %d us',
            $cores === 1 ? '1 core' : "$cores cores",
            $allowed === $all ? 'nothing pinned' : "everything pinned to $allowed",
            PHP_VERSION,
            $this->server->version(),
            round($this->ping()),
        );
    }

    /** Microseconds, the median of many. */
    private function ping(): float
    {
        $client = new Connection("tcp://127.0.0.1:{$this->server->port}");
        $times = [];
        for ($count = 0; $count < self::PINGS; $count++) {
            $asked = hrtime(true);
            $client->ask('PING');
            $times[] = hrtime(true) - $asked;
        }

        return median($times) / 1e3;
    }

    /** The share of all cores' time, in percent, that went to what is not part of the benchmark; null where unknown. */
    public function foreign(): ?float
    {
        $now = self::ticks();
        if ($now === null || $this->before === null) {
            return null;
        }
        $busy = ($now['busy'] - $this->before['busy']) / self::TICKS;
        $all = ($now['all'] - $this->before['all']) / self::TICKS;
        $ours = self::seconds(getrusage()) + self::seconds(getrusage(1)) + $this->server->connection->cpu() / 1e3;

        return max(0.0, 100 * ($busy - $ours) / $all);
    }

    private static function ticks(): ?array
    {
        $stat = (string) @file_get_contents('/proc/stat', false, null, 0, 256);
        if (!preg_match('/^cpu +(\d+) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+) (\d+)/', $stat, $found)) {
            return null;
        }
        [, $user, $nice, $system, $idle, $io, $irq, $soft, $stolen] = array_map('intval', $found);
        $busy = $user + $nice + $system + $irq + $soft + $stolen;

        return ['busy' => $busy, 'all' => $busy + $idle + $io];
    }

    private static function seconds(array $usage): float
    {
        return $usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']
            + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) / 1e6;
    }

    /** How many cores a list like "0-3,6" names. */
    private static function cores(string $list): int
    {
        $count = 0;
        foreach (explode(',', $list) as $range) {
            [$first, $last] = explode('-', $range) + [1 => (int) $range];
            $count += (int) $last - (int) $first + 1;
        }

        return $count;
    }
}
