--TEST--
The README has at most 240 lines and leads to every page in one step; its first ten claim what docs/compatibility.md has rows for
--FILE--
<?php
require __DIR__ . '/page.inc';

$readme = page('README.md');
$problems = [];
if (($lines = substr_count($readme, "\n")) > 240) {
    $problems[] = "$lines lines";
}
foreach (pages() as $name) {
    if ($name !== 'README.md' && !preg_match('~\]\(' . preg_quote($name) . '[#)]~', $readme)) {
        $problems[] = "no link to $name";
    }
}
$first = implode("\n", array_slice(explode("\n", $readme), 0, 10));
str_contains($first, '](README.zh-CN.md)') || $problems[] = 'no Chinese page in the first ten lines';
// A version stands alone in its row, or behind the name of what it is one of.
$rows = implode("\n", preg_grep('/^\|/', explode("\n", page('docs/compatibility.md'))));
preg_match_all('/\b(PHP|Redis|Valkey|Debian) (\d+(?:\.\d+)?)(?: and (\d+(?:\.\d+)?))?/', $first, $claims, PREG_SET_ORDER);
foreach ($claims as [, $what]) {
    $said[$what] = true;
}
count($said ?? []) === 4 || $problems[] = 'the first ten lines do not say which PHP, system, Redis and Valkey';
foreach ($claims as $claim) {
    foreach (array_slice($claim, 2) as $version) {
        $row = $claim[1] === 'PHP' ? "/^\\|(?: PHP)? $version\\b/m" : "/\\b$claim[1] $version\\b/";
        preg_match($row, $claim[1] === 'Debian' ? page('docs/compatibility.md') : $rows) || $problems[] = "no row for $claim[1] $version";
    }
}
tell_problems($problems);
?>
--EXPECT--
0 problems
