<?php
// Owns `redislock metrics`: the figures of a server's locks.
// Does not own what they are called and mean (Help), finding locks (RedisLock::scan()), how one is made out to be renewed (Watch), nor how
// a file is written (OutputFile).

declare(strict_types=1);

namespace Redislock\Command;

final class Metrics
{
    public const OPTIONS = [
        'output' => Arguments::VALUE, 'seconds' => Arguments::VALUE, 'keys' => Arguments::VALUE, 'limit' => Arguments::VALUE, 'names' => Arguments::VALUE,
    ];

    /** Bounds of the scan and of what is printed, where none are given; a lock takes two to five kilobytes of memory. */
    private const SECONDS = 10.0;
    private const KEYS = 10_000_000;
    private const LIMIT = 100_000;
    private const NAMES = 200;
    /** A lock with at most this time left is looked at a second time: is it renewed? */
    private const SOON = 5.0;
    /** The name under which figures are added up that have no place among the names. */
    private const OTHERS = '(others)';

    /** @var array<string, array<string, float>> by figure, and by labels as they are written */
    private array $figures = [];

    public function __invoke(Arguments $arguments): int
    {
        $pattern = $arguments->word('PATTERN', '*');
        $server = $arguments->server();
        $seconds = $arguments->seconds('seconds', self::SECONDS);
        $bounds = ['limit' => $arguments->whole('limit', self::LIMIT, 1, 999_999), 'keys' => $arguments->whole('keys', self::KEYS, 1, 999_999_999)];
        $names = $arguments->whole('names', self::NAMES, 1, 10_000);
        $output = $arguments->value('output') ?? '-';
        $output !== '' || throw new UsageError('--output must name a file, or be - for standard output');
        $lacking = $output === '-' ? null : Needs::lacking('metrics --output');
        $lacking === null || throw new LackingError($lacking);
        if (!method_exists(\RedisLock::class, 'scan')) {
            throw new OutdatedError('metrics');
        }
        $failure = null;
        try {
            $this->measure($pattern, $server, $seconds, $bounds, $names);
        } catch (\RedisLockException $failure) {
            $this->figures = ['redislock_up' => ['' => 0.0]];
        }
        $output === '-' ? print($this->text()) : OutputFile::write($output, $this->text());

        return $failure === null ? ExitCode::OK : throw $failure;
    }

    private function measure(string $pattern, string|array|null $server, float $seconds, array $bounds, int $names): void
    {
        $begin = hrtime(true) / 1e9;
        $found = Found::scan($pattern, $server, $seconds, $bounds);
        $this->count($found['locks'], $names);
        $hasSeenAll = $this->countExpiring($found['locks'], $server, $begin + $seconds);
        foreach (method_exists(\RedisLock::class, 'diagnose') ? \RedisLock::diagnose($server, clients: true) : [] as $node) {
            $waiting = Waiters::among([$node])->most;
            $waiting === null || $this->figures['redislock_waiting_clients'][self::label('node', $node['node'])] = $waiting;
        }
        $this->figures['redislock_up'][''] = 1;
        $this->figures['redislock_scan_complete'][''] = (float) ($found['complete'] && $hasSeenAll);
        $this->figures['redislock_scan_keys'][''] = $found['keys'];
        $this->figures['redislock_scan_seconds'][''] = round(hrtime(true) / 1e9 - $begin, 6);
    }

    /** Adds up by name. The names with the most locks have a line each, the rest one together. */
    private function count(array &$locks, int $names): void
    {
        $counts = array_count_values(array_column($locks, 'pattern'));
        arsort($counts);
        $named = array_slice($counts, 0, $names, true);
        foreach ($locks as &$lock) {
            $lock['line'] = $line = self::label('name', isset($named[$lock['pattern']]) ? (string) $lock['pattern'] : self::OTHERS);
            $this->add('redislock_waited_for', $line, (int) ($lock['waiting'] === true));
            foreach (Watch::holders($lock) as $holder) {
                $isFree = Report::isAtRest($holder);
                $isDone = Report::isDone($holder);
                $this->add('redislock_held', $line, (int) !$isFree);
                $this->add('redislock_resting', $line, (int) ($isFree && !$isDone));
                $this->add('redislock_done', $line, (int) $isDone);
                $this->add('redislock_endless', $line, (int) is_infinite($holder['remaining']));
                $this->add('redislock_expiring', $line, 0);
                $since = Explanation::since($holder);
                if ($since !== null) {
                    $oldest = $this->figures['redislock_oldest_seconds'][$line] ?? 0.0;
                    $this->figures['redislock_oldest_seconds'][$line] = max($oldest, round(microtime(true) - $since[0], 3));
                }
            }
        }
    }

    /** Looks a second time at what ends soon, when a renewal would have come. Tells whether there was time for all. */
    private function countExpiring(array $locks, string|array|null $server, float $end): bool
    {
        $endsSoon = fn (array $holder): bool => $holder['remaining'] <= self::SOON && !Report::isAtRest($holder);
        $watches = [];
        foreach ($locks as $lock) {
            $soon = array_filter(Watch::holders($lock), $endsSoon);
            if ($soon !== []) {
                $known = [$lock];
                $watch = new Watch(function () use (&$known, $lock, $server): ?array {
                    return array_pop($known) ?? Found::describe($lock['name'], $server);
                });
                $watch->look();
                $watches[] = [hrtime(true) / 1e9 + Watch::patience(max(array_column($soon, 'remaining'))), $watch, $lock['line']];
                unset($known);
            }
        }
        usort($watches, fn (array $one, array $other): int => $one[0] <=> $other[0]);
        foreach ($watches as [$due, $watch, $line]) {
            $now = hrtime(true) / 1e9;
            if (max($due, $now) > $end) {
                return false;
            }
            usleep((int) ceil(max(0.0, $due - $now) * 1e6));
            $watch->look();
            $left = array_filter(Watch::holders($watch->lock), fn (array $holder): bool => $endsSoon($holder) && $watch->isRenewed($holder) === false);
            $this->add('redislock_expiring', $line, count($left));
        }

        return true;
    }

    private function add(string $figure, string $line, int $more): void
    {
        $this->figures[$figure][$line] = ($this->figures[$figure][$line] ?? 0) + $more;
    }

    /** A label as Prometheus reads it: UTF-8, with three bytes escaped; bytes that a terminal would obey are written as \xNN. */
    private static function label(string $name, string $value): string
    {
        // A backslash stays one: this is the name that events() and OpenTelemetry have, too.
        $printable = strtr(Terminal::safe($value), ['\\\\' => '\\']);

        return "{{$name}=\"" . strtr($printable, ['\\' => '\\\\', '"' => '\\"']) . '"}';
    }

    private function text(): string
    {
        $text = '';
        foreach (array_intersect_key(Help::FIGURES, $this->figures) as $figure => $help) {
            $text .= "# HELP $figure $help\n# TYPE $figure gauge\n";
            $lines = $this->figures[$figure];
            ksort($lines, SORT_STRING);
            foreach ($lines as $labels => $value) {
                $text .= "$figure$labels $value\n";
            }
        }

        return $text;
    }
}
