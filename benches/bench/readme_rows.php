<?php
// Owns README's few figures: a table between two marks.
// Measures nothing; benches/figures.md has all figures (performance_page.php).

declare(strict_types=1);

final class ReadmeRows
{
    private const COLUMNS = ['RedisLock', 'phpredis', 'Laravel', 'Symfony'];

    public function __construct(private readonly Suite $suite)
    {
    }

    public static function marks(): MarkedText
    {
        return new MarkedText('this table');
    }

    public function write(string $file): void
    {
        $waiting = $this->suite->waiting;
        $rows = [
            ...$this->rows(array_merge(...array_values($waiting->rows())), $waiting->figures, WaitingSuite::CONTENDERS),
            ...$this->rows($this->suite->measured(), $this->suite->figures, $this->suite->columns),
        ];
        self::marks()->replace($file, typeset(implode("\n", markdownTable(self::COLUMNS, $rows))));
    }

    /**
     * @param array<Row> $rows
     * @param array<string, string> $names of contenders, by heading
     * @return array<string, list<string>> the cells by what README calls the row; a dash where there is no figure
     */
    private function rows(array $rows, Figures $figures, array $names): array
    {
        $rows = array_filter($rows, fn (Row $row): bool => $row->inReadme !== null);
        $cells = fn (Row $row): array => array_map(fn (string $heading): string => $this->cell($row, $figures, $names, $heading), self::COLUMNS);

        return array_combine(array_map(fn (Row $row): string => $row->inReadme, $rows), array_map($cells, $rows));
    }

    /** Bold where another is ahead of RedisLock: a reader should not have to look for that. */
    private function cell(Row $row, Figures $figures, array $names, string $heading): string
    {
        [$value, $ours] = [isset($names[$heading]) ? $row->value($figures, $names[$heading]) : null, $row->value($figures, $names['RedisLock'])];
        $isAhead = $value && $ours !== null && $row->isWorse($ours / $value, 0);

        return $value === null ? '–' : sprintf($isAhead ? '**%s**' : '%s', $row->written($value));
    }
}
