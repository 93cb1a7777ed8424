<?php
// Owns the tables of benches/figures.md: what stands between its pairs of marks.
// Does not own the words around them, and measures and judges nothing.

declare(strict_types=1);

final class PerformancePage
{
    public const FILE = 'benches/figures.md';

    public function __construct(private readonly Suite $suite, private readonly string $machine)
    {
    }

    /** @return array<string, MarkedText> by part */
    public static function marks(): array
    {
        $parts = ['figures' => 'the figures', 'budgets' => 'the budgets', 'waiting' => 'the table of waiting'];

        return array_map(fn (string $what): MarkedText => new MarkedText($what), $parts);
    }

    public function write(string $file): void
    {
        foreach (self::marks() as $part => $marks) {
            $marks->replace($file, typeset($this->$part()));
        }
    }

    /** What every contender took. */
    private function figures(): string
    {
        $columns = array_diff_key($this->suite->columns, $this->suite->absences);
        $listed = array_filter($this->suite->measured(), fn (Row $row): bool => $row->isListed);
        $cells = fn (Row $row): array => array_map(fn (string $name): string => cell($row, $this->suite->figures, $name), array_values($columns));

        return implode("\n", [
            '![RedisLock beside its peers: a cycle, a request](cycle.svg)',
            '',
            "Measured on $this->machine. Medians:",
            '',
            ...markdownTable(array_keys($columns), array_map($cells, $listed)),
        ]);
    }

    private function budgets(): string
    {
        $rows = array_filter($this->suite->measured(), fn (Row $row): bool => $row->budget() !== '');

        return $this->judged($rows, $this->suite->figures, ['RedisLock' => 'redislock', ...array_flip(Floor::TITLES)], Floor::TITLES);
    }

    private function waiting(): string
    {
        $waiting = $this->suite->waiting;
        $rows = self::bySentence(array_merge(...array_values($waiting->rows())));

        return "![RedisLock beside its peers: a handoff, throughput under contention](waiting.svg)\n\n"
            . $this->judged($rows, $waiting->figures, array_diff_key(WaitingSuite::CONTENDERS, $waiting->absences), WaitingSuite::FLOORS);
    }

    /**
     * @param array<Row> $rows
     * @return array<string, Row> those that have a sentence, by it
     */
    private static function bySentence(array $rows): array
    {
        $rows = array_filter($rows, fn (Row $row): bool => $row->sentence !== null);

        return array_combine(array_map(fn (Row $row): string => $row->sentence, $rows), $rows);
    }

    /**
     * A table of rows with their budgets, and below it which of them were missed.
     *
     * @param array<string, Row> $rows by title
     * @param array<string, string> $columns names by heading, RedisLock's first
     * @param array<string, string> $floors as Verdict takes them
     */
    private function judged(array $rows, Figures $figures, array $columns, array $floors): string
    {
        [$lines, $missed] = [[], []];
        foreach ($rows as $title => $row) {
            $lines[$title] = [$row->budget(), ...array_map(fn (string $name): string => cell($row, $figures, $name), array_values($columns))];
            $value = $row->value($figures, reset($columns));
            if ($row->isKept($value) === false) {
                $missed[] = "$title: {$row->written($value)}, budget {$row->budget()}"
                    . (Verdict::isBeyondReach($row, $figures, $floors) ? '; the floor most like RedisLock misses it as well' : '');
            }
        }

        return implode("\n", [
            ...markdownTable(['budget', ...array_keys($columns)], $lines),
            '',
            ...($missed === [] ? ['Every budget was kept.'] : ['Missed in this run:', '', ...array_map(fn (string $line): string => "* $line", $missed)]),
        ]);
    }
}
