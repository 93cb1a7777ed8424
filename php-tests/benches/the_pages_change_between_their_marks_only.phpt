--TEST--
Figures go between the marks of benches/figures.md and README, again and again, and a page without them is left alone
--FILE--
<?php
foreach (glob(__DIR__ . '/../../benches/{harness,bench}/*.php', GLOB_BRACE) as $part) {
    basename($part) === 'worker.php' || require_once $part;
}
$file = __FILE__ . '.md';
foreach ([PerformancePage::FILE => PerformancePage::marks(), 'README.md' => [ReadmeRows::marks()]] as $name => $texts) {
    $page = file_get_contents(__DIR__ . "/../../$name");
    foreach ($texts as $text) {
        file_put_contents($file, $page);
        $text->replace($file, 'first figures');
        $text->replace($file, 'figures');
        [$before, $after] = [strstr($page, $text->begin, true), strstr($page, $text->end)];
        var_dump(file_get_contents($file) === "$before$text->begin\nfigures\n$after");
    }
}

// A unit is a word.
echo typeset('12 us, <= 2 cores in use'), "\n";

file_put_contents($file, 'no marks');
try {
    $text->replace($file, 'figures');
} catch (RuntimeException $refusal) {
    echo str_replace($file, 'FILE', $refusal->getMessage()), "\n", file_get_contents($file), "\n";
}
--CLEAN--
<?php
@unlink(str_replace('.clean.php', '.php', __FILE__) . '.md');
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
12 µs, ≤ 2 cores in use
FILE has not once each: <!-- make bench-readme writes this table --> <!-- make bench-readme wrote this table -->
no marks
