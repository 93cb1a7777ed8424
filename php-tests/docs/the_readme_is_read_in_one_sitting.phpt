--TEST--
Each README has at most 140 lines, 1,200 words and code of 90 columns; the English one leads to every page in one step, and its first ten lines claim what docs/compatibility.md has rows for
--FILE--
<?php
require __DIR__ . '/page.inc';

$readme = page('README.md');
$problems = [];
foreach (['README.md', 'README.zh-CN.md'] as $name) {
    $page = page($name);
    // A word is what stands between spaces, as wc -w counts.
    foreach ([[substr_count($page, "\n"), 140, 'lines'], [count(preg_split('/\s+/', trim($page))), 1200, 'words']] as [$count, $most, $what]) {
        $count <= $most || $problems[] = "$name has $count $what";
    }
    // A Chinese character takes two columns.
    $columns = fn (string $line): int => preg_match_all('/./u', $line) + preg_match_all('/[\x{2e80}-\x{ffef}]/u', $line);
    foreach (['php', 'sh'] as $language) {
        foreach (code_blocks($page, $language) as $block) {
            foreach (array_filter(explode("\n", $block->code), fn (string $line): bool => $columns($line) > 90) as $line) {
                $problems[] = "$name, {$columns($line)} columns: $line";
            }
        }
    }
}
// Pages that are parts of another one, which leads to them.
$parts = ['bridges/laravel/DETAILS.md' => 'bridges/laravel/README.md', 'bridges/symfony/DETAILS.md' => 'bridges/symfony/README.md'];
foreach ($parts as $part => $whole) {
    str_contains(page($whole), '](' . basename($part)) || $problems[] = "$whole does not lead to $part";
}
foreach (array_diff(pages(), array_keys($parts)) as $name) {
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
