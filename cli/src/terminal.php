<?php
// Owns how text gets to people: colours where a terminal shows them, no bytes that a terminal would obey, tables, shell quotes.
// Does not know what a lock is.

declare(strict_types=1);

namespace Redislock\Command;

final class Terminal
{
    public const BOLD = '1';
    public const DIM = '2';
    public const RED = '31';
    public const YELLOW = '33';

    /** A column is made no narrower than this: an ellipsis alone says nothing. */
    private const LEAST = 8;
    /** And no wider, where no terminal says how wide it is. */
    private const WIDEST = 128;
    /** Two columns wide, by blocks, as https://www.unicode.org/reports/tr11/ has them. Not by mbstring: a PHP may lack it. */
    private const WIDE = '[\x{1100}-\x{115f}\x{2e80}-\x{303e}\x{3041}-\x{a4cf}\x{a960}-\x{a97f}\x{ac00}-\x{d7a3}\x{f900}-\x{faff}'
        . '\x{fe30}-\x{fe6f}\x{ff00}-\x{ff60}\x{ffe0}-\x{ffe6}\x{1f300}-\x{1f64f}\x{1f680}-\x{1f6ff}\x{1f900}-\x{1faff}\x{20000}-\x{3fffd}]';

    private bool $isTerminal;
    private bool $hasColours;

    /** @param resource $stream */
    public function __construct(private $stream)
    {
        $this->isTerminal = Needs::has('stream_isatty') && stream_isatty($stream);
        // https://no-color.org: present and not empty.
        $this->hasColours = $this->isTerminal && Needs::has('getenv') && (string) getenv('NO_COLOR') === '' && getenv('TERM') !== 'dumb';
    }

    public function colour(string $text, string $colour): string
    {
        return $this->hasColours && $colour !== '' ? "\e[{$colour}m$text\e[0m" : $text;
    }

    /** Whether it was a terminal at the beginning and is none any more: its window was closed, or its connection has ended. */
    public function hasGone(): bool
    {
        return $this->isTerminal && !stream_isatty($this->stream);
    }

    /** How wide it is; null where it is none. */
    public function columns(): ?int
    {
        return $this->isTerminal ? self::size()[1] : null;
    }

    /** @return array{int, int} rows and columns of the terminal; where it does not know, those of old */
    public static function size(): array
    {
        // Quiet: there may be no process to be had.
        $size = Needs::has('exec') ? (string) @exec('stty size 2>/dev/null || stty size 2>/dev/null </dev/tty') : '';
        [$rows, $columns] = array_map('intval', explode(' ', $size)) + [0, 0];

        return [$rows > 0 ? $rows : 24, $columns > 0 ? $columns : 80];
    }

    /**
     * Rows under their headings, each column as wide as its widest cell, within reason: one long key widens no other
     * line. In a terminal it is cut; elsewhere, where a program may look for it, only its own line is longer.
     *
     * @param list<string> $headings
     * @param \Closure(): iterable<list<array{string, string}>> $rows makes the rows, twice, of cells: text and colour
     * @param int $most no line is wider
     * @return iterable<string>
     */
    public function table(array $headings, \Closure $rows, int $most = PHP_INT_MAX): iterable
    {
        $widths = array_map(self::width(...), $headings);
        foreach ($rows() as $row) {
            $widths = array_map(fn (int $width, array $cell): int => max($width, self::width($cell[0])), $widths, $row);
        }
        if ($most === PHP_INT_MAX) {
            $widest = $this->columns() ?? self::WIDEST;
            $widths = array_map(fn (int $width): int => min($width, $widest), $widths);
        }
        // The first two, a key and a holder, may be long; the columns after them must be seen.
        $over = array_sum($widths) + 2 * (count($widths) - 1) - $most;
        for (; $over > 0 && max($widths[0], $widths[1]) > self::LEAST; $over--) {
            $widths[$widths[0] > $widths[1] ? 0 : 1]--;
        }
        yield $this->line(array_map(fn (string $heading): array => [$heading, self::BOLD], $headings), $widths);
        foreach ($rows() as $row) {
            yield $this->line($row, $widths);
        }
    }

    /** How many columns a text takes: a character has one, those of East Asia and pictures two. */
    public static function width(string $text): int
    {
        if (!preg_match('/[^\x20-\x7e]/', $text)) {
            return strlen($text);
        }

        return (preg_match_all('/\X/u', $text) ?: strlen($text)) + (int) preg_match_all('/(?=' . self::WIDE . ')\X/u', $text);
    }

    /** The beginning of a text that has so many columns; what sets colours takes none, and stays. */
    public static function cut(string $text, int $width): string
    {
        preg_match_all('/\e\[[0-9;]*m|\X/u', $text, $parts);
        $cut = '';
        foreach ($parts[0] as $part) {
            if ($part[0] !== "\e") {
                $width -= self::width($part);
            }
            if ($part[0] === "\e" || $width >= 0) {
                $cut .= $part;
            }
        }

        return $cut;
    }

    /**
     * A text without what a terminal would obey, written as \xNN, and with each backslash doubled, so that both can be told apart. All
     * that comes from a server, a key or the command line goes through this: any program may have written it.
     */
    public static function safe(string $text): string
    {
        return self::printable(strtr($text, ['\\' => '\\\\']));
    }

    /** The same of a text in which parts may be safe already: a backslash stays one. $keeps: what else stays, as a pattern. */
    public static function printable(string $text, string $keeps = ''): string
    {
        $keeps = $keeps === '' ? '' : "(?:$keeps)(*SKIP)(*FAIL)|";
        $pattern = preg_match('//u', $text) ? "/{$keeps}[\\p{C}\\p{Zl}\\p{Zp}]/u" : "/{$keeps}[^\\x20-\\x7e]/";
        $escape = fn (array $found): string => '\\x' . implode('\\x', str_split(bin2hex($found[0]), 2));

        return preg_replace_callback($pattern, $escape, $text) ?? preg_replace('/[^\x20-\x7e]/', '?', $text);
    }

    /** @return list<string> lines of at most so many columns; a longer word is cut, never within a character */
    public static function wrapped(string $text, int $width): array
    {
        $lines = [''];
        foreach (explode(' ', $text) as $word) {
            $line = array_pop($lines);
            if ($line !== '' && self::width("$line $word") > $width) {
                $lines[] = $line;
                $line = '';
            }
            $line .= ($line === '' ? '' : ' ') . $word;
            while (self::width($line) > $width && ($begin = self::cut($line, $width)) !== '') {
                $lines[] = $begin;
                $line = substr($line, strlen($begin));
            }
            $lines[] = $line;
        }

        return $lines;
    }

    public static function quoted(string $text): string
    {
        if (strlen($text) > 64) {
            // Not within a character: what is left of it would make the whole invalid UTF-8.
            $text = (preg_match('/^.{61,64}(?![\x80-\xbf])/s', $text, $beginning) ? $beginning[0] : substr($text, 0, 64)) . '...';
        }

        return '"' . str_replace('"', '\\"', self::safe($text)) . '"';
    }

    /** An address without its passwords. */
    public static function masked(string $address): string
    {
        return preg_replace(['~(://)\S*@~', '~(password=)[^&]*~'], ['$1...@', '$1...'], $address);
    }

    /**
     * Words as a shell takes them, to copy; passwords in addresses are left out.
     *
     * @param list<string> $words
     */
    public static function forShell(array $words): string
    {
        return implode(' ', array_map(function (string $word): string {
            $word = self::masked($word);
            if (preg_match('~^[\w./:=@%+,-]+$~D', $word)) {
                return $word;
            }
            $safe = self::safe($word);

            // With bytes that a terminal would obey: $'' knows them as they are shown.
            return strtr($safe, ['\\\\' => '\\']) === $word ? "'" . strtr($word, ["'" => "'\\''"]) . "'" : "$'" . strtr($safe, ["'" => "\\'"]) . "'";
        }, $words));
    }

    /** @param list<array{string, string}> $row */
    private function line(array $row, array $widths): string
    {
        return rtrim(implode('  ', array_map($this->cell(...), $row, $widths)));
    }

    private function cell(array $cell, int $width): string
    {
        [$text, $colour] = $cell;
        if ($this->isTerminal && self::width($text) > $width) {
            $text = self::cut($text, $width - 1) . '…';
        }

        return $this->colour($text, $colour) . str_repeat(' ', max(0, $width - self::width($text)));
    }
}
