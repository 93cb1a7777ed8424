<?php
// Owns medians, percentiles and quotients.
// Does not know what the values are.

declare(strict_types=1);

/** @param list<int|float> $values */
function median(array $values): float
{
    return percentile($values, 50);
}

/**
 * The smallest value that so many percent of the values do not exceed; between two middles of a median, their mean.
 *
 * @param list<int|float> $values
 */
function percentile(array $values, float $percent): float
{
    sort($values);
    $count = count($values);
    $rank = $count * $percent / 100;
    if ($percent === 50.0 && $count % 2 === 0) {
        return ($values[$count / 2 - 1] + $values[$count / 2]) / 2;
    }

    return (float) $values[max(0, (int) ceil($rank) - 1)];
}

/**
 * A quotient, for Figures::add(): of a few handoffs the median can be 0, and then there is none.
 *
 * @return list<float>
 */
function quotient(float $value, float $by): array
{
    return $by === 0.0 ? [] : [$value / $by];
}
