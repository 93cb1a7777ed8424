<?php
// Owns what top remembers of its looks: since when each holder and each wait is seen, and the last minute as a row of bars.
// Does not own the looks (Top), nor the table (Report).

declare(strict_types=1);

namespace Redislock\Command;

final class History
{
    /** A minute has this number of bars, each for as many seconds. */
    private const BARS = 12;
    private const SPAN = 5.0;
    private const HEIGHTS = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

    /** @var array<string, array{holders: array<string, float>, isNew: array<string, bool>, waited: float|null, changes: array<int, int>}> by key */
    private array $locks = [];
    /** @var array<int, int> by number of the bar, how many locks a process waited for at most */
    private array $waited = [];
    private int $looks = 0;

    /** @param list<array> $locks as RedisLock::locks() returns them; what is no longer there is forgotten */
    public function note(array $locks, float $now): void
    {
        $bar = self::bar($now);
        $seen = [];
        foreach ($locks as $lock) {
            $before = $this->locks[$lock['key']] ?? ['holders' => [], 'waited' => null, 'changes' => []];
            $tokens = array_map(fn (array $holder): string => ($holder['permit'] ?? '') . ':' . ($holder['token'] ?? ''), Watch::holders($lock));
            $holders = [];
            foreach ($tokens as $token) {
                $holders[$token] = $before['holders'][$token] ?? ['since' => $now, 'isNew' => $this->looks > 0];
            }
            $changes = array_filter($before['changes'], fn (int $at): bool => $at > $bar - self::BARS, ARRAY_FILTER_USE_KEY);
            $came = $this->looks > 0 ? count(array_diff_key($holders, $before['holders'])) : 0;
            $changes[$bar] = ($changes[$bar] ?? 0) + $came;
            $waited = $lock['waiting'] === true ? $before['waited'] ?? $now : null;
            $seen[$lock['key']] = ['holders' => $holders, 'waited' => $waited, 'changes' => $changes];
        }
        $this->locks = $seen;
        $this->waited[$bar] = max($this->waited[$bar] ?? 0, count(array_filter($locks, fn (array $lock): bool => $lock['waiting'] === true)));
        $this->waited = array_filter($this->waited, fn (int $at): bool => $at > $bar - self::BARS, ARRAY_FILTER_USE_KEY);
        $this->looks++;
    }

    /**
     * How long the lock is held, of permits the one that is held the longest: by its label, else since its holder was first seen.
     *
     * @return array{float, bool} and whether it may be longer
     */
    public function held(array $lock, float $now): array
    {
        $held = array_map(fn (array $holder): array => [$now - $holder['since'], !$holder['isNew']], array_values($this->locks[$lock['key']]['holders'] ?? []));
        foreach (Watch::holders($lock) as $index => $holder) {
            $since = Explanation::since($holder);
            if ($since !== null) {
                $held[$index] = [max(0.0, microtime(true) - $since[0]), false];
            }
        }
        rsort($held);

        return $held[0] ?? [0.0, true];
    }

    /** For how long processes have been seen to wait without a pause; null: none waits. */
    public function waited(array $lock, float $now): ?float
    {
        $since = $this->locks[$lock['key']]['waited'] ?? null;

        return $since === null ? null : $now - $since;
    }

    /** How often the lock changed hands, as far as it was seen: bars of five seconds. */
    public function changes(array $lock, float $now): string
    {
        return self::bars($this->locks[$lock['key']]['changes'] ?? [], $now);
    }

    /** How many locks a process waited for. */
    public function waits(float $now): string
    {
        return self::bars($this->waited, $now);
    }

    /** @param array<int, int> $counts by number of the bar; what has none was not looked at, or is 0 */
    private static function bars(array $counts, float $now): string
    {
        $most = max([1, ...array_values($counts)]);
        $text = '';
        for ($bar = self::bar($now) - self::BARS + 1; $bar <= self::bar($now); $bar++) {
            $count = $counts[$bar] ?? 0;
            $text .= $count === 0 ? self::HEIGHTS[0] : self::HEIGHTS[(int) ceil($count / $most * (count(self::HEIGHTS) - 1))];
        }

        return $text;
    }

    private static function bar(float $now): int
    {
        return (int) floor($now / self::SPAN);
    }
}
