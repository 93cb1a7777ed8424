<?php
// Owns which budgets RedisLock missed, which of them the floor misses, too, and which nobody can tell.
// Does not know the budgets (row.php).
// Called by bench.php and waiting.php.

declare(strict_types=1);

final class Verdict
{
    /** @var list<string> the names of the rows whose budget was missed */
    public array $missed = [];
    /** How many of them the floor misses, too. */
    public int $beyondReach = 0;
    /** @var list<string> those of which nothing was measured */
    public array $unknown = [];

    /**
     * @param array<string, list<Row>> $rows by heading
     * @param string $ours as Figures knows it
     * @param string|null $floor likewise; null where there is none
     */
    public function judge(array $rows, Figures $figures, string $ours, ?string $floor): void
    {
        foreach ($rows as $heading => $group) {
            foreach ($group as $row) {
                $kept = $row->isKept($row->value($figures, $ours));
                $name = strtok($heading, ':') . ': ' . trim($row->label);
                if ($kept === null && $row->budget() !== '') {
                    $this->unknown[] = $name;
                } elseif ($kept === false) {
                    $this->missed[] = $name;
                    $this->beyondReach += (int) ($floor !== null && $row->isKept($row->value($figures, $floor)) === false);
                }
            }
        }
    }

    /** @return list<string> what to print */
    public function lines(): array
    {
        $lines = [$this->missed === [] ? 'RedisLock kept all budgets.' : 'RedisLock MISSED: ' . implode('; ', $this->missed) . '.'];
        if ($this->beyondReach > 0) {
            $lines[] = sprintf(
                'The floor misses %d of these %d, too: this machine is too slow for them now.',
                $this->beyondReach,
                count($this->missed),
            );
        }

        return $lines;
    }
}
