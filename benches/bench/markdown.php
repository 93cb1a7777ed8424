<?php
// Owns how figures look in README: a table, its cells, its signs.
// Does not know which figures there are.
// Called by readme_table.php and readme_waiting.php.

declare(strict_types=1);

/**
 * @param list<string> $heads of all columns but the first
 * @param list<list<string>> $rows
 * @return list<string> its lines
 */
function markdownTable(array $heads, array $rows): array
{
    $line = fn (array $cells): string => '| ' . implode(' | ', $cells) . ' |';

    return [$line(['', ...$heads]), '|---|' . str_repeat('---:|', count($heads)), ...array_map($line, $rows)];
}

/** Empty where nothing was measured. */
function cell(Row $row, Figures $figures, string $contender): string
{
    $value = $row->value($figures, $contender);

    return $value === null ? '' : $row->written($value);
}

/** Bold where the budget was missed. */
function judged(Row $row, Figures $figures, string $contender): string
{
    $cell = cell($row, $figures, $contender);

    return $row->isKept($row->value($figures, $contender)) === false ? "**$cell**" : $cell;
}

function typeset(string $text): string
{
    return strtr($text, [' us' => ' µs', '<=' => '≤', '>=' => '≥']);
}
