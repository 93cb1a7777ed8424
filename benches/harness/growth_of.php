<?php
// Owns how fast a figure grows with a size: the exponent of the power law that fits its points best.
// Does not know what was measured.

declare(strict_types=1);

/**
 * The slope of the least squares line through the logarithms: 1 where twice the size takes twice as much, 0 where it takes the same.
 *
 * @param array<int, float> $values at least two, none of them 0, by size
 */
function exponent(array $values): float
{
    $points = array_map(fn (int $size, float $value): array => [log($size), log($value)], array_keys($values), $values);
    [$sizes, $logs] = [array_column($points, 0), array_column($points, 1)];
    [$meanSize, $meanLog] = [array_sum($sizes) / count($sizes), array_sum($logs) / count($logs)];
    [$together, $alone] = [0.0, 0.0];
    foreach ($points as [$size, $log]) {
        $together += ($size - $meanSize) * ($log - $meanLog);
        $alone += ($size - $meanSize) ** 2;
    }

    return $together / $alone;
}
