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
$text = new MarkedText(ReadmeTable::BEGIN, ReadmeTable::END);
file_put_contents($file, $page);
$text->replace($file, 'first figures');
$text->replace($file, 'figures');
[$before, $after] = [strstr($page, ReadmeTable::BEGIN, true), strstr($page, ReadmeTable::END)];
var_dump(file_get_contents($file) === $before . ReadmeTable::BEGIN . "\nfigures\n" . $after);

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
FILE has not once each: <!-- make bench-readme writes what follows --> <!-- make bench-readme wrote what precedes -->
no marks
