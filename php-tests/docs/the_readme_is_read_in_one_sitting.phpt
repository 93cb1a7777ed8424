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
// The figures are a part of docs/performance.md, which leads to them.
foreach (array_diff(pages(), ['docs/figures.md']) as $name) {
    if ($name !== 'README.md' && !preg_match('~\]\(' . preg_quote($name) . '[#)]~', $readme)) {
        $problems[] = "no link to $name";
    }
}
$first = implode("\n", array_slice(explode("\n", $readme), 0, 10));
str_contains($first, '](README.zh-CN.md)') || $problems[] = 'no Chinese page in the first ten lines';
// A version of PHP stands alone in its row, any other after its name.
$compatibility = page('docs/compatibility.md');
$rows = implode("\n", preg_grep('/^\|/', explode("\n", $compatibility)));
preg_match_all('/\b(PHP|Redis|Valkey|Debian) (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)/', $first, $claims, PREG_SET_ORDER);
count(array_unique(array_column($claims, 1))) === 4 || $problems[] = 'no word on PHP, Debian, Redis or Valkey in the first ten lines';
foreach ($claims as $claim) {
    foreach (preg_split('/, | and /', $claim[2]) as $version) {
        $has = match ($claim[1]) {
            'PHP' => preg_match("/^\\|(?: PHP)? $version\\b/m", $rows),
            'Debian' => preg_match("/\\bDebian (?:\\d+(?:, | and ))?$version\\b/", $compatibility),
            default => preg_match("/\\b$claim[1] $version\\b/", $rows),
        };
        $has || $problems[] = "no row for $claim[1] $version";
    }
}
tell_problems($problems);
?>
--EXPECT--
0 problems
