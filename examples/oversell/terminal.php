<?php
// Owns what the terminal can do: its width, its colours, its signs, and the one line that is written over.
// Does not know what is shown.
// Called by oversell.php and report.php.

declare(strict_types=1);

final class Terminal
{
    private const STYLES = ['bold' => '1', 'dim' => '2', 'red' => '31', 'green' => '32', 'code' => '36'];

    /** In columns, between what the picture needs and what is pleasant to read. */
    public readonly int $width;
    /** What stands for a seller inside. A block lower than the line keeps rows apart. */
    public readonly string $block;
    public readonly string $rule;
    public readonly bool $hasColours;
    private readonly bool $isTerminal;
    private bool $isProgressShown = false;

    public function __construct()
    {
        $this->isTerminal = stream_isatty(STDOUT) && getenv('TERM') !== 'dumb';
        $this->hasColours = $this->isTerminal && (string) getenv('NO_COLOR') === '';
        $this->width = $this->isTerminal ? min(120, max(40, self::askWidth())) : 80;
        $locale = getenv('LC_ALL') ?: getenv('LC_CTYPE') ?: (string) getenv('LANG');
        [$this->block, $this->rule] = $this->isTerminal && preg_match('/utf-?8/i', $locale) ? ['▆', '─'] : ['#', '-'];
    }

    public function paint(string $style, string $text): string
    {
        return $this->hasColours && $style !== 'plain' ? "\033[" . self::STYLES[$style] . "m$text\033[0m" : $text;
    }

    /** How many columns a text takes: a colour takes none, and each sign one. */
    public function columns(string $text): int
    {
        return preg_match_all('/./u', preg_replace('/\033\[\d+m/', '', $text));
    }

    public function print(string $line = ''): void
    {
        $this->hideProgress();
        echo "$line\n";
    }

    /** Shows a line that the next one replaces. Only on a terminal. */
    public function progress(string $text): void
    {
        if ($this->isTerminal) {
            echo "\r$text\033[K";
            $this->isProgressShown = true;
        }
    }

    public function hideProgress(): void
    {
        if ($this->isProgressShown) {
            echo "\r\033[K";
            $this->isProgressShown = false;
        }
    }

    private static function askWidth(): int
    {
        // "50 100": rows and columns. 0 0 on a serial line that does not know.
        sscanf((string) shell_exec('exec 2>/dev/null; stty size </dev/tty'), '%d %d', $rows, $columns);

        return $columns ?: 80;
    }
}
