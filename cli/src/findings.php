<?php
// Owns what `redislock doctor` has found: each finding with its level and what to do, what they come to, and how they are printed.
// Does not find anything (OwnCheckup, ServerCheckup, RightsCheckup, ArrangementCheckup).

declare(strict_types=1);

namespace Redislock\Command;

final class Findings
{
    public const OK = 'ok';
    /** Worth knowing; nothing has to be done. */
    public const NOTE = 'note';
    /** Locks work, and a person should decide whether this may stay. */
    public const WARNING = 'warning';
    /** Locks do not work, or do not exclude what they should. */
    public const ERROR = 'error';

    private const COLOURS = [self::OK => Terminal::DIM, self::NOTE => Terminal::BOLD, self::WARNING => Terminal::YELLOW, self::ERROR => Terminal::RED];
    /** Where the text of a finding begins: after its level. */
    private const INDENT = 10;
    /** No line is wider, however wide the terminal is, and where no terminal is. */
    private const WIDTH = 88;

    /** @var list<array{level: string, check: string, node: string|null, message: string, advice: string|null}> */
    private array $all = [];
    /** @var array<int, string> before which finding each heading stands */
    private array $headings = [];
    private ?string $node = null;

    /** What those that follow are about; $node: that they are about this server. */
    public function about(string $heading, ?string $node = null): void
    {
        $this->headings[count($this->all)] = Terminal::safe($heading);
        $this->node = $node;
    }

    public function ok(string $check, string $message): void
    {
        $this->add(self::OK, $check, $message, null);
    }

    public function note(string $check, string $message, string $advice): void
    {
        $this->add(self::NOTE, $check, $message, $advice);
    }

    public function warning(string $check, string $message, string $advice): void
    {
        $this->add(self::WARNING, $check, $message, $advice);
    }

    public function error(string $check, string $message, string $advice): void
    {
        $this->add(self::ERROR, $check, $message, $advice);
    }

    /** Makes both safe to print, whatever a server has said: what is handed over is plain. */
    private function add(string $level, string $check, string $message, ?string $advice): void
    {
        $this->all[] = ['level' => $level, 'check' => $check, 'node' => $this->node, 'message' => Terminal::safe($message), 'advice' => $advice === null ? null : Terminal::safe($advice)];
    }

    public function count(string $level): int
    {
        return count(array_filter($this->all, fn (array $finding): bool => $finding['level'] === $level));
    }

    /** The highest level that something has. */
    public function worst(): string
    {
        $levels = array_column($this->all, 'level');
        $worst = array_filter([self::ERROR, self::WARNING, self::NOTE], fn (string $level): bool => in_array($level, $levels, true));

        return reset($worst) ?: self::OK;
    }

    /** @return list<array> for scripts */
    public function forJson(): array
    {
        return $this->all;
    }

    /** @return iterable<string> lines */
    public function lines(Terminal $terminal): iterable
    {
        $width = min(self::WIDTH, $terminal->columns() ?? self::WIDTH);
        foreach ($this->all as $n => $finding) {
            if (isset($this->headings[$n])) {
                yield $terminal->colour($this->headings[$n], Terminal::BOLD);
            }
            $level = $terminal->colour(str_pad('  ' . $finding['level'], self::INDENT), self::COLOURS[$finding['level']]);
            foreach (self::wrapped($finding['message'], $width) as $row => $line) {
                yield ($row === 0 ? $level : str_repeat(' ', self::INDENT)) . $line;
            }
            foreach ($finding['advice'] === null ? [] : self::wrapped($finding['advice'], $width - 3) as $row => $line) {
                yield str_repeat(' ', self::INDENT) . ($row === 0 ? '-> ' : '   ') . $line;
            }
        }
        $counts = array_map($this->counted(...), [self::ERROR, self::WARNING, self::NOTE]);
        yield '';
        yield implode(', ', $counts);
    }

    private function counted(string $level): string
    {
        $count = $this->count($level);

        return "$count $level" . ($count === 1 ? '' : 's');
    }

    /** @return list<string> */
    private static function wrapped(string $text, int $width): array
    {
        return explode("\n", wordwrap($text, max(20, $width - self::INDENT)));
    }
}
