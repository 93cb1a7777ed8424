--TEST--
Each README has at most 130 lines, 1,000 words, 45 links and code of 90 columns; the English one leads to every page in one step, and says it is tested on what docs/compatibility.md has rows for
--FILE--
<?php
require __DIR__ . '/page.inc';

$readme = page('README.md');
$problems = [];
foreach (['README.md', 'README.zh-CN.md'] as $name) {
    $page = page($name);
    // A word is what stands between spaces, as wc -w counts.
    $counts = ['lines' => substr_count($page, "\n"), 'words' => count(preg_split('/\s+/', trim($page))), 'links' => substr_count($page, '](')];
    foreach (['lines' => 130, 'words' => 1000, 'links' => 45] as $what => $most) {
        $count = $counts[$what];
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
str_contains(strstr($readme, '```', true), '](README.zh-CN.md)') || $problems[] = 'no Chinese page before the first code';
preg_match('/^Tested on .*?\n\n/ms', $readme, $tested) || $problems[] = 'no word on what was tested';
// A version of PHP stands alone in its row, any other after its name.
$compatibility = page('docs/compatibility.md');
$rows = implode("\n", preg_grep('/^\|/', explode("\n", $compatibility)));
preg_match_all('/\b(PHP|Redis|Valkey|Debian) (\d+(?:\.\d+)?(?:(?:, | and )\d+(?:\.\d+)?)*)/', $tested[0] ?? '', $claims, PREG_SET_ORDER);
count(array_unique(array_column($claims, 1))) === 4 || $problems[] = 'PHP, Debian, Redis or Valkey is not said to be tested';
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
--EXPECT--
0 problems
