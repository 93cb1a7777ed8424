<?php
// Owns the figures in README's section on cost: everything between two comments, and nothing outside of them.
// Measures and judges nothing.
// Called by report.php, when it was asked for and there is a result.

declare(strict_types=1);

final class ReadmeTable
{
    public const BEGIN = '<!-- make bench-readme writes what follows -->';
    public const END = '<!-- make bench-readme wrote what precedes -->';

    public function __construct(private readonly Suite $suite, private readonly string $machine)
    {
    }

    public function write(string $file): void
    {
        (new MarkedText(self::BEGIN, self::END))->replace($file, $this->text());
    }

    public function text(): string
    {
        $text = implode("\n", [
            '![RedisLock beside its peers: a cycle, a request, a handoff, throughput under contention](docs/bench.svg)',
            '',
            "Measured by `make bench` ($this->machine). Medians; `make bench` prints p99, CPU and quotients as well, and says how each is measured:",
            '',
            ...$this->figures(),
            '',
            'What RedisLock may take, and what it took; what the floors are is said below:',
            '',
            ...$this->budgets(),
        ]);

        return typeset($text);
    }

    /** @return list<string> what everybody took */
    private function figures(): array
    {
        $columns = array_diff_key($this->suite->columns, $this->suite->absences);
        [$figures, $rows] = [$this->suite->figures, []];
        foreach ($this->measured() as [$heading, $row]) {
            if ($row->isForReadme) {
                $cells = array_map(fn (string $name): string => cell($row, $figures, $name), array_values($columns));
                $rows[] = [self::title($heading, $row), ...$cells];
            }
        }

        return markdownTable(array_keys($columns), $rows);
    }

    /** @return list<string> */
    private function budgets(): array
    {
        [$figures, $rows] = [$this->suite->figures, []];
        foreach ($this->measured() as [$heading, $row]) {
            if ($row->budget() !== '') {
                $floors = array_map(fn (string $name): string => cell($row, $figures, $name), array_keys(Floor::TITLES));
                $rows[] = [self::title($heading, $row), $row->budget(), judged($row, $figures, 'redislock'), ...$floors];
            }
        }

        return markdownTable(['budget', 'RedisLock', ...array_values(Floor::TITLES)], $rows);
    }

    /** @return list<array{string, Row}> with its heading */
    private function measured(): array
    {
        $measured = [];
        foreach ($this->suite->rows() as $heading => $group) {
            foreach ($group as $row) {
                $values = array_map(fn (string $name): ?float => $row->value($this->suite->figures, $name), $this->suite->columns);
                if (array_filter($values, is_float(...)) !== []) {
                    $measured[] = [$heading, $row];
                }
            }
        }

        return $measured;
    }

    private static function title(string $heading, Row $row): string
    {
        return $heading . ': ' . trim($row->label);
    }
}
