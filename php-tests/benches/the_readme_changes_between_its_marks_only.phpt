--TEST--
The figures go between the README's two marks, again and again, and a page without them is left alone
--EXTENSIONS--
redislock
--FILE--
<?php
foreach (glob(__DIR__ . '/../../benches/{harness,bench}/*.php', GLOB_BRACE) as $part) {
    basename($part) === 'worker.php' || require_once $part;
}
$page = file_get_contents(__DIR__ . '/../../README.md');
$file = __FILE__ . '.md';
foreach ([[ReadmeTable::BEGIN, ReadmeTable::END], [ReadmeWaiting::BEGIN, ReadmeWaiting::END]] as [$begin, $end]) {
    $text = new MarkedText($begin, $end);
    file_put_contents($file, $page);
    $text->replace($file, 'first figures');
    $text->replace($file, 'figures');
    [$before, $after] = [strstr($page, $begin, true), strstr($page, $end)];
    var_dump(file_get_contents($file) === "$before$begin\nfigures\n$after");
}

file_put_contents($file, 'no marks');
try {
    $text->replace($file, 'figures');
} catch (RuntimeException $refusal) {
    echo str_replace($file, 'FILE', $refusal->getMessage()), "\n", file_get_contents($file), "\n";
}
?>
--CLEAN--
<?php
@unlink(str_replace('.clean.php', '.php', __FILE__) . '.md');
--EXPECT--
bool(true)
bool(true)
FILE has not once each: <!-- make bench-readme writes this table --> <!-- make bench-readme wrote this table -->
no marks
