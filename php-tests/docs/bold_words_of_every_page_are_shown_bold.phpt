--TEST--
What a page puts between two pairs of asterisks GitHub shows bold: the second pair does not stand between a sign and a letter
--FILE--
<?php
require __DIR__ . '/page.inc';

$problems = [];
$bold = 0;
foreach ([...pages(), 'CHANGELOG.md', 'CONTRIBUTING.md', 'RELEASING.md', 'SECURITY.md'] as $name) {
    // A span of code is a sign, as its last backtick is.
    foreach (preg_split('/\n\s*\n/', preg_replace('/`[^`]+`/', '`', without_code(page($name)))) as $paragraph) {
        preg_match_all('/\*\*(.+?)\*\*(.?)/us', $paragraph, $found, PREG_SET_ORDER);
        $bold += count($found);
        foreach ($found as [$text, $inside, $next]) {
            preg_match('/[\p{P}`]$/u', $inside) && preg_match('/[\p{L}\p{N}]/u', $next) && $problems[] = "$name: $text";
        }
    }
}
var_dump($bold > 100);
tell_problems($problems);
--EXPECT--
bool(true)
0 problems
