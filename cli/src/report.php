<?php
// Owns what is told of a lock: its row in a table, its fields, its JSON, and how much of its token is shown.
// Does not look into Redis (RedisLock::describe() and locks() do).

declare(strict_types=1);

namespace Redislock\Command;

final class Report
{
    /** A lock that ends within this number of seconds is coloured. */
    private const SOON = 5.0;
    /** In ASCII: what is no text in a terminal, such as a change of direction, is escaped here, too. */
    private const JSON = JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION | JSON_INVALID_UTF8_SUBSTITUTE;

    private const WIDTH = 88;
    /** From these widths of a terminal on top has a column for the last minute, and one for fences. */
    private const MEDIUM = 90;
    private const WIDE = 110;

    /** The token of a lock at rest (docs/protocol.md). */
    private const REST = 'rl_rest';

    public function __construct(private Terminal $terminal, private bool $showsTokens)
    {
    }

    /**
     * @param list<array> $locks as RedisLock::locks() returns them
     * @return iterable<string> made one by one: all lines together would need as much memory as the locks
     */
    public function table(array $locks, int $width = PHP_INT_MAX): iterable
    {
        $rows = function () use ($locks): iterable {
            foreach ($locks as $lock) {
                yield [
                    [Terminal::safe($lock['name']), ''],
                    $this->holder($lock),
                    self::left(self::remaining($lock)),
                    $this->waiting($lock['waiting']),
                    [(string) ($lock['fence'] ?? '-'), Terminal::DIM],
                ];
            }
        };

        return $this->terminal->table(['KEY', 'HOLDER', 'LEFT', 'WAITING', 'FENCE'], $rows, $width);
    }

    /**
     * The table of top: how many permits are taken, for how long it is held and waited for, and how often it changed hands in the last
     * minute. Columns that do not fit are left out, those that say the least first.
     *
     * @param list<array> $locks as RedisLock::locks() returns them
     * @return iterable<string>
     */
    public function liveTable(array $locks, History $history, float $now, int $width): iterable
    {
        $hasPermits = array_filter(array_map(self::permits(...), $locks)) !== [];
        $columns = ['KEY' => true, 'HOLDER' => true, 'PERMITS' => $hasPermits, 'LEFT' => true, 'HELD' => true, 'WAITING' => true, 'FENCE' => $width >= self::WIDE, 'LAST MINUTE' => $width >= self::MEDIUM];
        $columns = array_filter($columns);
        $rows = function () use ($locks, $history, $now, $columns): iterable {
            foreach ($locks as $lock) {
                [$held, $isLonger] = $history->held($lock, $now);
                $waited = $history->waited($lock, $now);
                $permits = self::permits($lock);
                yield array_values(array_intersect_key([
                    'KEY' => [Terminal::safe($lock['name']), ''],
                    'HOLDER' => $this->holder($lock, isLive: true),
                    'PERMITS' => [$permits === null ? '-' : self::count($permits), $permits === null ? Terminal::DIM : ''],
                    'LEFT' => self::left(self::remaining($lock)),
                    'HELD' => [($isLonger ? '> ' : '') . self::duration($held), ''],
                    'WAITING' => $waited === null ? $this->waiting($lock['waiting']) : [self::duration($waited), Terminal::YELLOW],
                    'FENCE' => [(string) ($lock['fence'] ?? '-'), Terminal::DIM],
                    'LAST MINUTE' => [$history->changes($lock, $now), ''],
                ], $columns));
            }
        };

        return $this->terminal->table(array_keys($columns), $rows, $width);
    }

    /** One lock, a line for each field, and for each holder of a permit. */
    public function fields(array $lock): string
    {
        $text = $this->field('key', Terminal::safe($lock['key']), Terminal::BOLD);
        $permits = self::permits($lock);
        if ($permits !== null) {
            $text .= $this->field('permits', self::count($permits));
            foreach ($permits['holders'] as $holder) {
                $token = self::isAtRest($holder) ? '' : ', token ' . $this->token($holder);
                $text .= $this->field('holder', "permit $holder[permit], " . self::name($holder) . $token);
            }
        } else {
            $text .= $this->field('holder', self::name($lock), $lock['label'] === null ? Terminal::DIM : '');
            $text .= self::isAtRest($lock) ? '' : $this->field('token', $this->token($lock));
        }
        [$waiting, $colour] = $this->waiting($lock['waiting']);
        $waiting = ['yes' => 'yes: now, or within the last 5 seconds', '?' => 'unknown: this holder does not signal'][$waiting] ?? $waiting;
        $text .= $this->field('left', ...self::left(self::remaining($lock))) . $this->field('waiting', $waiting, $colour);

        return $text . $this->field('fence', (string) ($lock['fence'] ?? '-'));
    }

    /** A text beside its name, or below nothing, wrapped as it fits beside it. */
    public static function paragraph(string $name, string $text, int $indent = 9): string
    {
        $indent = $name === '' ? 0 : $indent;

        return rtrim(str_pad($name, $indent) . str_replace("\n", "\n" . str_repeat(' ', $indent), wordwrap($text, self::WIDTH - $indent))) . "\n";
    }

    private function field(string $name, string $value, string $colour = ''): string
    {
        return str_pad($name, 9) . $this->terminal->colour($value, $colour) . "\n";
    }

    /**
     * What is known of a lock's permits: how many are held, of how many, and by which holders; null where it has none, or the
     * extension knows none. An extension says it in one field, or in two.
     *
     * @return array{held: int, of: int|null, holders: list<array>}|null
     */
    public static function permits(array $lock): ?array
    {
        [$permits, $holders] = [$lock['permits'] ?? null, $lock['holders'] ?? []];

        return match (true) {
            is_array($permits) => $permits,
            $holders === [] => null,
            default => ['held' => count($holders), 'of' => $permits, 'holders' => $holders],
        };
    }

    /** Of permits, as "3 of 5"; how many there are may not be known. */
    private static function count(array $permits): string
    {
        return $permits['held'] . ' of ' . ($permits['of'] ?? '?');
    }

    /** No process holds it, and it stays taken. By its token, too: an older extension does not say it. */
    public static function isAtRest(array $holder): bool
    {
        return ($holder['resting'] ?? false) || $holder['token'] === self::REST || self::isDone($holder);
    }

    /** Its work is done, and a marker says so. */
    public static function isDone(array $holder): bool
    {
        return ($holder['done'] ?? false) || preg_match('/^rl_done:[0-9a-f]{16}$/D', $holder['token'] ?? '') === 1;
    }

    private static function name(array $holder): string
    {
        return match (true) {
            self::isDone($holder) => 'none: its work is done',
            self::isAtRest($holder) => 'none: at rest',
            $holder['label'] === null => 'unknown: its token has no label',
            default => Terminal::safe($holder['label']),
        };
    }

    /** Of permits, until the first of them ends. */
    private static function remaining(array $lock): float
    {
        return min(array_column(self::permits($lock)['holders'] ?? [], 'remaining') ?: [$lock['remaining']]);
    }

    /**
     * Who holds it, in as few words as there are: labels, else what may be shown of tokens. $isLive: other columns tell how many permits are
     * held, and since when, which a label may say.
     *
     * @return array{string, string}
     */
    private function holder(array $lock, bool $isLive = false): array
    {
        $who = fn (array $holder): string => match (true) {
            self::isDone($holder) => 'done',
            self::isAtRest($holder) => 'at rest',
            $this->showsTokens || $holder['label'] === null => $this->token($holder),
            default => Terminal::safe($isLive ? Explanation::withoutTime($holder['label']) : $holder['label']),
        };
        $permits = self::permits($lock);
        if ($permits === null) {
            return [$who($lock), $lock['label'] === null ? Terminal::DIM : ''];
        }

        $count = $isLive ? '' : self::count($permits) . ': ';

        return [rtrim($count . implode(', ', array_map($who, $permits['holders'])), ': '), ''];
    }

    public function json(mixed $known): string
    {
        // DEL is no control character to JSON, and is one to a terminal.
        return strtr(json_encode($known, self::JSON | JSON_THROW_ON_ERROR), ["\x7f" => '\u007f']) . "\n";
    }

    /**
     * A lock for a script, or one holder of its permits: remaining is null for ever, because JSON has no INF. Bytes that are not
     * UTF-8 are there twice, escaped for people, and as key_base64, name_base64 and token_base64.
     */
    public function forJson(array $lock): array
    {
        $lock['remaining'] = is_infinite($lock['remaining']) ? null : $lock['remaining'];
        $isWhole = $this->showsTokens || $lock['token'] === null;
        $lock['token'] = $isWhole ? $lock['token'] : self::shortened($lock['token']);
        foreach ($lock as $name => $value) {
            if (is_string($value) && !preg_match('//u', $value)) {
                $lock[$name] = Terminal::safe($value);
                $name === 'token' && !$isWhole || $lock["{$name}_base64"] = base64_encode($value);
            }
        }
        if (is_array($lock['permits'] ?? null)) {
            $lock['permits']['holders'] = array_map($this->forJson(...), $lock['permits']['holders']);
        } elseif (isset($lock['holders'])) {
            $lock['holders'] = array_map($this->forJson(...), $lock['holders']);
        }

        return $lock;
    }

    /** A token as it may be shown: it is proof of holding the lock, and whole only with --show-token. */
    public function token(array $lock): string
    {
        if ($lock['token'] === null) {
            return '(' . (in_array($lock['type'] ?? '', ['string', ''], true) ? 'no token' : Terminal::safe($lock['type'])) . ')';
        }

        return Terminal::safe($this->showsTokens ? $lock['token'] : self::shortened($lock['token']));
    }

    /**
     * Enough to tell two tokens apart: four of the 32 random digits of our own, and the label; of others, which may be
     * short, a quarter and four bytes at most.
     */
    private static function shortened(string $token): string
    {
        if (preg_match('/^(r[ln]_[0-9a-f]{4})[0-9a-f]{28}(@[\x20-\x7e]{1,128})?$/D', $token, $parts)) {
            return $parts[1] . '…' . ($parts[2] ?? '');
        }

        return substr($token, 0, min(4, intdiv(strlen($token), 4))) . '…';
    }

    /** @return array{string, string} */
    public static function left(float $seconds): array
    {
        return match (true) {
            is_infinite($seconds) => ['for ever', Terminal::RED],
            $seconds < self::SOON => [sprintf('%.1f s', $seconds), Terminal::YELLOW],
            default => [self::duration($seconds), ''],
        };
    }

    /** @return array{string, string} */
    private function waiting(?bool $waiting): array
    {
        return match ($waiting) {
            true => ['yes', Terminal::YELLOW],
            false => ['no', ''],
            null => ['?', Terminal::DIM],
        };
    }

    public static function duration(float $seconds): string
    {
        $whole = (int) $seconds;

        return match (true) {
            $seconds < 60 => sprintf('%.1f s', $seconds),
            $whole < 3600 => sprintf('%d m %02d s', intdiv($whole, 60), $whole % 60),
            $whole < 86400 => sprintf('%d h %02d m', intdiv($whole, 3600), intdiv($whole, 60) % 60),
            default => sprintf('%d d %02d h', intdiv($whole, 86400), intdiv($whole, 3600) % 24),
        };
    }
}
