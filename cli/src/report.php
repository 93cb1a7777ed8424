<?php
// Owns what is told of a lock: its row in a table, its fields, its JSON, and how much of its token is shown.
// Does not ask Redis (RedisLock::describe() and locks() do).

declare(strict_types=1);

namespace Redislock\Command;

final class Report
{
    /** So many seconds before its end a lock is drawn to attention. */
    private const SOON = 5.0;
    /** ASCII: what is no text in a terminal, such as a change of direction, is none here either. */
    private const JSON = JSON_PRETTY_PRINT | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION;

    public function __construct(private Terminal $terminal, private bool $showsTokens)
    {
    }

    /**
     * @param list<array> $locks as RedisLock::locks() returns them
     * @return iterable<string> made one by one: a table of all would be as large as the locks again
     */
    public function table(array $locks, int $width = PHP_INT_MAX): iterable
    {
        $rows = function () use ($locks): iterable {
            foreach ($locks as $lock) {
                yield [
                    [Terminal::safe($lock['name']), ''],
                    [$this->holder($lock), $lock['label'] === null ? Terminal::DIM : ''],
                    $this->left($lock['remaining']),
                    $this->waiting($lock['waiting']),
                    [(string) ($lock['fence'] ?? '-'), Terminal::DIM],
                ];
            }
        };

        return $this->terminal->table(['KEY', 'HOLDER', 'LEFT', 'WAITING', 'FENCE'], $rows, $width);
    }

    /** One lock, a line for each field. */
    public function fields(array $lock): string
    {
        [$left, $leftColour] = $this->left($lock['remaining']);
        [$waiting, $waitingColour] = $this->waiting($lock['waiting']);
        $fields = [
            'key' => [Terminal::safe($lock['key']), Terminal::BOLD],
            'holder' => [$lock['label'] === null ? 'unknown: its token has no label' : Terminal::safe($lock['label']), $lock['label'] === null ? Terminal::DIM : ''],
            'token' => [$this->token($lock), ''],
            'left' => [$left, $leftColour],
            'waiting' => [$waiting === '?' ? 'unknown: this holder does not signal' : $waiting, $waitingColour],
            'fence' => [(string) ($lock['fence'] ?? '-'), ''],
        ];
        $text = '';
        foreach ($fields as $name => [$value, $colour]) {
            $text .= str_pad($name, 9) . $this->terminal->colour($value, $colour) . "\n";
        }

        return $text;
    }

    /** Who holds it, in as few words as there are: the label, else what may be shown of the token. */
    public function holder(array $lock): string
    {
        return $this->showsTokens || $lock['label'] === null ? $this->token($lock) : Terminal::safe($lock['label']);
    }

    public function json(mixed $known): string
    {
        return json_encode($known, self::JSON | JSON_THROW_ON_ERROR) . "\n";
    }

    /**
     * A lock for a script: remaining is null for ever, for JSON has no INF. Bytes that are no text are there twice, escaped
     * for people, and as key_base64, name_base64 and token_base64.
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

        return $lock;
    }

    /** A token as it may be shown: proof of who holds the lock, in whole only to who asks for it. */
    private function token(array $lock): string
    {
        if ($lock['token'] === null) {
            return '(' . ($lock['type'] === 'string' || $lock['type'] === '' ? 'no token' : $lock['type']) . ')';
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
    private function left(float $seconds): array
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

    private static function duration(float $seconds): string
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
