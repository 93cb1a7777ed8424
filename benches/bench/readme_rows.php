<?php
// Owns README's few figures: a table between two marks.
// Measures nothing; docs/performance.md has all figures (performance_page.php).

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
            ...$this->rows($this->suite->measured(), $this->suite->figures, $this->suite->columns),
            ...$this->rows(self::bySentence($waiting), $waiting->figures, WaitingSuite::CONTENDERS),
        ];
        self::marks()->replace($file, typeset(implode("\n", markdownTable(self::COLUMNS, $rows))));
    }

    /**
     * @param array<string, Row> $rows by title
     * @param array<string, string> $names of contenders, by heading
     * @return array<string, list<string>> the cells by title; a dash where there is no figure
     */
    private function rows(array $rows, Figures $figures, array $names): array
    {
        $cell = fn (Row $row, string $heading): string => (isset($names[$heading]) ? cell($row, $figures, $names[$heading]) : '') ?: '–';
        $cells = fn (Row $row): array => array_map(fn (string $heading): string => $cell($row, $heading), self::COLUMNS);

        return array_map($cells, array_filter($rows, fn (Row $row): bool => $row->isInReadme));
    }

    /** @return array<string, Row> */
    private static function bySentence(WaitingSuite $waiting): array
    {
        $rows = array_filter(array_merge(...array_values($waiting->rows())), fn (Row $row): bool => $row->sentence !== null);

        return array_combine(array_map(fn (Row $row): string => $row->sentence, $rows), $rows);
    }
}
