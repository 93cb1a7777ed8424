<?php
// Owns what is measured: of each worker from /proc, of Redis by INFO; and medians of the beginning and the end.
// Does not judge (judgement.php), and does not start what it measures.
// Called by soak.php every few seconds.

declare(strict_types=1);

final class Samples
{
    /** What is measured of a worker, and what more of it is a leak: kilobytes, or a number. RSS also counts pages of files. */
    public const OF_WORKER = ['rss' => 'RSS kB', 'dirty' => 'private dirty kB', 'threads' => 'threads', 'sockets' => 'sockets', 'files' => 'files'];
    public const OF_REDIS = ['keys' => 'keys', 'clients' => 'clients', 'memory' => 'used memory kB', 'scripts' => 'cached scripts'];

    /** @var array<string, array<string, list<array{float, int}>>> by subject and measure: when, and how much */
    private array $series = [];

    /** Measures a process; false if there is none. */
    public function ofWorker(string $name, int $pid, float $at): bool
    {
        $status = (string) @file_get_contents("/proc/$pid/status");
        // Its shared and private pages apart; Linux 4.14 and later.
        $pages = (string) @file_get_contents("/proc/$pid/smaps_rollup");
        $files = array_map(fn (string $link): string => (string) @readlink($link), glob("/proc/$pid/fd/*") ?: []);
        if (!preg_match('/^VmRSS:\s+(\d+)/m', $status, $rss) || !preg_match('/^Private_Dirty:\s+(\d+)/m', $pages, $dirty)) {
            return false;
        }
        preg_match('/^Threads:\s+(\d+)/m', $status, $threads);
        $sockets = count(preg_grep('/^socket:/', $files));
        $this->add($name, $at, ['rss' => $rss[1], 'dirty' => $dirty[1], 'threads' => $threads[1], 'sockets' => $sockets, 'files' => count($files) - $sockets]);

        return true;
    }

    public function ofRedis(RedisServer $redis, float $at): void
    {
        $this->add('redis', $at, [
            'keys' => $redis->call('DBSIZE'),
            'clients' => count($redis->clients()),
            'memory' => self::fact($redis, 'memory', 'used_memory') / 1024,
            'scripts' => self::fact($redis, 'memory', 'number_of_cached_scripts'),
        ]);
    }

    public static function fact(RedisServer $redis, string $section, string $name): int
    {
        preg_match("/^$name:(\d+)/m", $redis->call('INFO', $section), $found);

        return (int) ($found[1] ?? 0);
    }

    /** @return array{int, int} the medians of the first and of the last fifth of what was measured from $from to $to */
    public function ends(string $name, string $measure, float $from, float $to): array
    {
        $fifth = ($to - $from) / 5;
        $median = function (float $from, float $to) use ($name, $measure): int {
            $within = array_filter($this->series[$name][$measure], fn (array $sample): bool => $sample[0] >= $from && $sample[0] <= $to);
            $values = array_column($within, 1);
            sort($values);

            return $values[intdiv(count($values), 2)] ?? throw new RuntimeException("$name was not measured; SOAK_SECONDS is too short");
        };

        return [$median($from, $from + $fifth), $median($to - $fifth, $to)];
    }

    public function highest(string $name, string $measure): int
    {
        return max(array_column($this->series[$name][$measure], 1));
    }

    public function last(string $name, string $measure): int
    {
        return end($this->series[$name][$measure])[1];
    }

    /** @return list<string> the workers, in the order in which they were measured first */
    public function workers(): array
    {
        return array_values(array_diff(array_keys($this->series), ['redis']));
    }

    private function add(string $name, float $at, array $values): void
    {
        foreach ($values as $measure => $value) {
            $this->series[$name][$measure][] = [$at, (int) $value];
        }
    }
}
