<?php
// Owns how the result looks: the machine, the table, and what its words mean.
// Measures and judges nothing.

declare(strict_types=1);

final class Table
{
    /** Columns of text. */
    private const LABEL = 25;
    private const VALUE = 10;
    private const BUDGET = 12;
    private const VERDICT = 7;
    private const PEER = 9;
    private const RATIO = 6;
    private const BEFORE = 8;

    private readonly string $ours;

    /**
     * @param array<string, string> $contenders as Figures knows them, by the heading of their column; ours is the first
     * @param array<string, string> $absences what has to be installed, by the heading of the column
     * @param string $words what the table's words mean; {name} stands for a count
     * @param string $kept what is written beside a budget that was kept
     * @param string|null $before another build of ours, as Figures knows it; null: there is none
     * @param int $ratio columns for the quotient after each peer's value; 0: none
     */
    public function __construct(
        private readonly array $contenders,
        private readonly array $absences,
        private readonly string $words = '',
        private readonly string $kept = 'ok',
        private readonly int $ratio = self::RATIO,
        private readonly ?string $before = null,
    ) {
        $this->ours = reset($contenders);
    }

    /** @param array<string, list<Row>> $rows by heading */
    public function print(array $rows, Figures $figures): void
    {
        $peers = array_slice(array_keys($this->contenders), 1);
        $line = str_repeat(' ', self::LABEL) . str_pad('RedisLock', self::VALUE, ' ', STR_PAD_LEFT)
            . '  ' . str_pad('budget', self::BUDGET + self::VERDICT)
            . ($this->before === null ? '' : str_pad('before', self::PEER, ' ', STR_PAD_LEFT) . str_repeat(' ', self::BEFORE));
        foreach ($peers as $peer) {
            $line .= str_pad($peer, self::PEER, ' ', STR_PAD_LEFT) . str_repeat(' ', $this->ratio);
        }
        $this->line($line);
        foreach ($rows as $heading => $group) {
            $measured = array_filter($group, fn (Row $row): bool => $this->isMeasured($row, $figures));
            if ($measured !== []) {
                $this->line();
                $this->line($heading);
                array_map(fn (Row $row) => $this->line($this->row($row, $figures)), $measured);
            }
        }
        $this->line();
        foreach ($this->absences as $peer => $packages) {
            $this->line("$peer did not take part: on Debian, install $packages");
        }
    }

    /** @param array<string, int|float> $counts of rounds and trials */
    public function explain(array $counts): void
    {
        $names = array_map(fn (string $name): string => '{' . $name . '}', array_keys($counts));
        $this->line(str_replace($names, array_values($counts), $this->words));
        $this->line();
    }

    public function line(string $text = ''): void
    {
        echo rtrim($text), "\n";
    }

    private function isMeasured(Row $row, Figures $figures): bool
    {
        return array_filter($this->contenders, fn (string $name): bool => $row->value($figures, $name) !== null) !== [];
    }

    private function row(Row $row, Figures $figures): string
    {
        $ours = $row->value($figures, $this->ours);
        $verdict = match ($row->isKept($ours)) {
            null => '',
            true => $this->kept,
            false => 'MISSED',
        };
        $line = str_pad("  $row->label", self::LABEL) . str_pad($row->written($ours), self::VALUE, ' ', STR_PAD_LEFT)
            . '  ' . str_pad($row->budget(), self::BUDGET) . str_pad($verdict, self::VERDICT);
        $line .= $this->before === null ? '' : $this->before($row, $figures);
        foreach (array_slice($this->contenders, 1) as $contender) {
            $value = $row->value($figures, $contender);
            $line .= str_pad($row->written($value), self::PEER, ' ', STR_PAD_LEFT)
                . ($this->ratio === 0 ? '' : str_pad($row->ratio($value, $ours), $this->ratio, ' ', STR_PAD_LEFT));
        }

        return $line;
    }

    /** The other build's value, and how many times it ours is: "1.01x". */
    private function before(Row $row, Figures $figures): string
    {
        $quotients = $row->quotients($figures, $this->ours, $this->before);

        return str_pad($row->written($row->value($figures, $this->before)), self::PEER, ' ', STR_PAD_LEFT)
            . str_pad($quotients === [] || is_infinite(median($quotients)) ? '' : sprintf('%.2fx', median($quotients)), self::BEFORE, ' ', STR_PAD_LEFT);
    }
}
