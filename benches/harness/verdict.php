<?php
// Owns which budgets RedisLock missed, which of them a floor misses, too, and which cannot be told.
// Does not know the budgets (row.php).

declare(strict_types=1);

final class Verdict
{
    /** @var list<string> the names of the rows whose budget was missed */
    public array $missed = [];
    /** @var array<string, list<string>> those of them that a floor misses, too, each with its value, by that floor */
    private array $beyondReach = [];
    /** @var list<string> those of which nothing was measured */
    public array $unknown = [];

    /**
     * @param array<string, list<Row>> $rows by heading
     * @param string $ours as Figures knows it
     * @param array<string, string> $floors likewise, each with what it is called: the one that does least first. The last of those
     *     that were measured is most like RedisLock, and tells what can be had
     */
    public function judge(array $rows, Figures $figures, string $ours, array $floors): void
    {
        foreach ($rows as $heading => $group) {
            foreach ($group as $row) {
                $kept = $row->isKept($row->value($figures, $ours));
                $name = strtok($heading, ':') . ': ' . trim($row->label);
                if ($kept === null && $row->budget() !== '') {
                    $this->unknown[] = $name;
                } elseif ($kept === false) {
                    $this->missed[] = $name;
                    $this->excuse($row, $name, $figures, $floors);
                }
            }
        }
    }

    /** @return list<string> what to print */
    public function lines(): array
    {
        $lines = [$this->missed === [] ? 'RedisLock kept all budgets.' : 'RedisLock MISSED: ' . implode('; ', $this->missed) . '.'];
        foreach ($this->beyondReach as $floor => $names) {
            $lines[] = "The $floor misses it, too: " . implode('; ', $names) . '.';
        }

        return $lines;
    }

    /**
     * Whether the floor that is most like RedisLock misses the row's budget.
     *
     * @param array<string, string> $floors as judge() takes them
     */
    public static function isBeyondReach(Row $row, Figures $figures, array $floors): bool
    {
        $values = self::floorValues($row, $figures, $floors);

        return $values !== [] && $row->isKept(end($values)) === false;
    }

    /** @param array<string, string> $floors */
    private function excuse(Row $row, string $name, Figures $figures, array $floors): void
    {
        $values = self::floorValues($row, $figures, $floors);
        if (self::isBeyondReach($row, $figures, $floors)) {
            $this->beyondReach[array_key_last($values)][] = "$name (" . trim($row->written(end($values))) . ')';
        }
    }

    /** @return array<string, float> of the floors that were measured, by what they are called */
    private static function floorValues(Row $row, Figures $figures, array $floors): array
    {
        return array_filter(array_map(fn (string $floor): ?float => $row->value($figures, $floor), array_flip($floors)), is_float(...));
    }
}
