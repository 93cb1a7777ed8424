<?php
// Owns how figures look on a page: a table, its cells, its signs.
// Does not know which figures there are.

declare(strict_types=1);

/**
 * @param list<string> $heads of all columns but the first
 * @param array<string, list<string>> $rows the cells by the text of the first column
 * @return list<string> its lines
 */
function markdownTable(array $heads, array $rows): array
{
    $line = fn (array $cells): string => '| ' . implode(' | ', $cells) . ' |';
    $titled = array_map(fn (string $title, array $cells): string => $line([$title, ...$cells]), array_keys($rows), $rows);

    return [$line(['', ...$heads]), '|---|' . str_repeat('---:|', count($heads)), ...$titled];
}

/** Empty where nothing was measured. */
function cell(Row $row, Figures $figures, string $contender): string
{
    $value = $row->value($figures, $contender);

    return $value === null ? '' : $row->written($value);
}

function typeset(string $text): string
{
    return strtr(preg_replace('/ us\b/', ' µs', $text), ['<=' => '≤', '>=' => '≥']);
}
