--TEST--
Every page of docs/ has at most as many words as it may have, all of them together at most 38,000; what a client needs to wait at most 1,500
--FILE--
<?php
require __DIR__ . '/page.inc';

$ceilings = [
    'protocol' => 6500, 'reference' => 3800, 'guide' => 3800, 'servers' => 3000, 'install' => 2000, 'cli' => 2000, 'DESIGN' => 2200,
    'COMPARE' => 1800, 'when-redis-is-down' => 1800, 'recipes' => 1500, 'compatibility' => 1500, 'testing' => 1350, 'reliability' => 1200,
    'coroutines' => 1200, 'observing' => 1150, 'performance' => 900, 'faq' => 800, 'fleet' => 750, 'glossary' => 500,
];
// A word is what stands between spaces, as wc -w counts.
$count = fn (string $text): int => count(preg_split('/\s+/', trim($text)));
$words = fn (string $name): int => $count(page($name));
$problems = [];
$all = 0;
foreach (preg_grep('~^docs/[^/]+\.md$~', pages()) as $name) {
    $all += $has = $words($name);
    $most = $ceilings[basename($name, '.md')] ?? 0;
    $has <= $most || $problems[] = "$name has $has words, $most at most";
}
$all <= 38_000 || $problems[] = "docs/ has $all words";
foreach (['torture/README.md' => 1500] as $name => $most) {
    $words($name) <= $most || $problems[] = "$name has {$words($name)} words, $most at most";
}
$first = $count(strstr(page('docs/protocol.md'), "\n## Reference\n", true));
$first <= 1500 || $problems[] = "docs/protocol.md has $first words up to its reference";
tell_problems($problems);
--EXPECT--
0 problems
