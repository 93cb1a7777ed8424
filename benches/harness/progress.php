<?php
// Owns the one line on a terminal that says what is measured now.
// Prints no figures (table.php).

declare(strict_types=1);

final class Progress
{
    private readonly bool $isTerminal;
    private readonly float $began;

    public function __construct()
    {
        $this->isTerminal = stream_isatty(STDERR) && getenv('TERM') !== 'dumb';
        $this->began = microtime(true);
    }

    public function show(string $text): void
    {
        if ($this->isTerminal) {
            fprintf(STDERR, "\r%3d s  %s\033[K", microtime(true) - $this->began, $text);
        }
    }

    public function hide(): void
    {
        if ($this->isTerminal) {
            fwrite(STDERR, "\r\033[K");
        }
    }

    public function seconds(): float
    {
        return microtime(true) - $this->began;
    }
}
