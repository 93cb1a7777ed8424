<?php
// Owns what was measured: for each contender and figure the values of all rounds or trials.
// Does not know what a figure means (rows.php).

declare(strict_types=1);

final class Figures
{
    /** @var array<string, array<string, list<float>>> by contender and figure */
    private array $values = [];

    /** @param array<string, float|list<float>> $figures by name; a list has one value for each trial */
    public function add(string $contender, string $measurement, array $figures): void
    {
        foreach ($figures as $name => $values) {
            // Overlaps are counted over everything that was measured.
            $figure = $name === 'overlaps' ? $name : "$measurement $name";
            $this->values[$contender][$figure] = [...$this->of($contender, $figure), ...(array) $values];
        }
    }

    /** What restore() goes back to. */
    public function snapshot(): array
    {
        return $this->values;
    }

    /** Forgets what was measured since a snapshot, but never that two held a lock at once. */
    public function restore(array $snapshot): void
    {
        foreach ($this->values as $contender => $figures) {
            foreach (preg_grep('/\boverlaps$/', array_keys($figures)) as $figure) {
                $snapshot[$contender][$figure] = $figures[$figure];
            }
        }
        $this->values = $snapshot;
    }

    /** @return list<float> empty: not measured */
    public function of(string $contender, string $figure): array
    {
        return $this->values[$contender][$figure] ?? [];
    }
}
