<?php
// Owns the table in README's section on waiting: what lies between two comments, and nothing outside of them.
// Measures and judges nothing.
// Called by report.php, when it was asked for and there is a result.

declare(strict_types=1);

final class ReadmeWaiting
{
    public const BEGIN = '<!-- make bench-readme writes this table -->';
    public const END = '<!-- make bench-readme wrote this table -->';

    public function __construct(private readonly WaitingSuite $suite)
    {
    }

    public function write(string $file): void
    {
        (new MarkedText(self::BEGIN, self::END))->replace($file, $this->text());
    }

    public function text(): string
    {
        $columns = array_diff_key(WaitingSuite::CONTENDERS, $this->suite->absences);
        $rows = [];
        foreach (array_merge(...array_values($this->suite->rows())) as $row) {
            if ($row->sentence !== null) {
                $names = array_values($columns);
                $ours = judged($row, $this->suite->figures, array_shift($names));
                $peers = array_map(fn (string $name): string => cell($row, $this->suite->figures, $name), $names);
                $rows[] = [$row->sentence, $row->budget(), $ours, ...$peers];
            }
        }

        return typeset(implode("\n", markdownTable(['budget', ...array_keys($columns)], $rows)));
    }
}
