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
            "Measured by `make bench` on $this->machine. The first line of each group, as medians:",
            '',
            ...$this->figures(),
            '',
            'What RedisLock may take, and what it took; the floor shows what the machine takes:',
            '',
            ...$this->budgets(),
        ]);

        return strtr($text, [' us' => ' µs', '<=' => '≤', '>=' => '≥']);
    }

    /** @return list<string> for each group its first row, and all who took part */
    private function figures(): array
    {
        $columns = array_diff_key($this->suite->columns, $this->suite->absences);
        $lines = [self::line(['', ...array_keys($columns)]), '|---|' . str_repeat('---:|', count($columns))];
        foreach ($this->measured() as [$heading, $row, $isFirst]) {
            if ($isFirst) {
                $cells = array_map(fn (string $name): string => $this->cell($row, $name), array_values($columns));
                $lines[] = self::line(["$heading: $row->label", ...$cells]);
            }
        }

        return $lines;
    }

    /** @return list<string> */
    private function budgets(): array
    {
        $lines = [self::line(['', 'budget', 'RedisLock', 'floor']), '|---|---:|---:|---:|'];
        foreach ($this->measured() as [$heading, $row]) {
            if ($row->budget() !== '') {
                $ours = $this->cell($row, 'redislock');
                $kept = $row->isKept($row->value($this->suite->figures, 'redislock'));
                $cells = [$row->budget(), $kept === false ? "**$ours**" : $ours, $this->cell($row, Floor::NAME)];
                $lines[] = self::line([$heading . ': ' . trim($row->label), ...$cells]);
            }
        }

        return $lines;
    }

    /** @return list<array{string, Row, bool}> heading, row, whether it is its group's first */
    private function measured(): array
    {
        $measured = [];
        foreach ($this->suite->rows() as $heading => $group) {
            foreach ($group as $number => $row) {
                if ($row->value($this->suite->figures, 'redislock') !== null) {
                    $measured[] = [$heading, $row, $number === 0];
                }
            }
        }

        return $measured;
    }

    private function cell(Row $row, string $name): string
    {
        $value = $row->value($this->suite->figures, $name);

        return $value === null ? '' : $row->written($value);
    }

    /** @param list<string> $cells */
    private static function line(array $cells): string
    {
        return '| ' . implode(' | ', $cells) . ' |';
    }
}
