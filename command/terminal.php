<?php
// Owns how text gets to people: colours where a terminal shows them, no bytes that a terminal would obey, tables.
// Does not know what a lock is.
// Called by the commands.

declare(strict_types=1);

namespace Redislock\Command;

final class Terminal
{
    public const BOLD = '1';
    public const DIM = '2';
    public const RED = '31';
    public const YELLOW = '33';

    /** A column is made no narrower than this, for an ellipsis says nothing. */
    private const LEAST = 8;

    private bool $hasColours;

    /** @param resource $stream */
    public function __construct($stream)
    {
        // https://no-color.org: present and not empty.
        $this->hasColours = stream_isatty($stream) && (string) getenv('NO_COLOR') === '' && getenv('TERM') !== 'dumb';
    }

    public function colour(string $text, string $colour): string
    {
        return $this->hasColours && $colour !== '' ? "\e[{$colour}m$text\e[0m" : $text;
    }

    /**
     * Rows under their headings, each column as wide as its widest cell.
     *
     * @param list<string> $headings
     * @param list<list<array{string, string}>> $rows cells: text and colour
     * @param int $most no line is wider
     * @return list<string>
     */
    public function table(array $headings, array $rows, int $most = PHP_INT_MAX): array
    {
        array_unshift($rows, array_map(fn (string $heading): array => [$heading, self::BOLD], $headings));
        $widths = array_map(
            fn (int $column): int => max(array_map(fn (array $row): int => self::width($row[$column][0]), $rows)),
            array_keys($headings),
        );
        // The first two, a key and a holder, may be long; what is behind them must be seen.
        $over = array_sum($widths) + 2 * (count($widths) - 1) - $most;
        for (; $over > 0 && max($widths[0], $widths[1]) > self::LEAST; $over--) {
            $widths[$widths[0] > $widths[1] ? 0 : 1]--;
        }

        return array_map(function (array $row) use ($widths): string {
            $cells = array_map(fn (array $cell, int $width): string => $this->cell($cell, $width), $row, $widths);

            return rtrim(implode('  ', $cells));
        }, $rows);
    }

    /** How many columns a text takes, near enough: a character each. */
    public static function width(string $text): int
    {
        return preg_match_all('/\X/u', $text) ?: strlen($text);
    }

    /** A text without what a terminal would obey: keys and labels come from anybody. */
    public static function safe(string $text): string
    {
        $pattern = preg_match('//u', $text) ? '/[\p{C}\p{Zl}\p{Zp}]|\x5c/u' : '/[^\x20-\x7e]|\x5c/';
        $escape = fn (array $found): string => $found[0] === '\\' ? '\\\\' : '\\x' . implode('\\x', str_split(bin2hex($found[0]), 2));

        return preg_replace_callback($pattern, $escape, $text);
    }

    public static function quoted(string $text): string
    {
        return '"' . str_replace('"', '\\"', self::safe(strlen($text) > 64 ? substr($text, 0, 64) . '...' : $text)) . '"';
    }

    private function cell(array $cell, int $width): string
    {
        [$text, $colour] = $cell;
        if (self::width($text) > $width) {
            preg_match('/^\X{' . ($width - 1) . '}/u', $text, $beginning);
            $text = $beginning[0] . '…';
        }

        return $this->colour($text, $colour) . str_repeat(' ', $width - self::width($text));
    }
}
