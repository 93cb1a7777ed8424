--TEST--
The thirty tests that a release's archive passes are there, from every part of the extension, and need no extension of PHP but ours
--FILE--
<?php
$root = dirname(__DIR__, 2);
$tests = preg_grep('/^[^#]/', file("$root/packaging/smoke", FILE_IGNORE_NEW_LINES));
echo count($tests), ' ', count(array_unique($tests)), "\n";
$missing = array_diff($tests, array_filter($tests, fn (string $test): bool => is_file("$root/$test")));
echo implode("\n", [...$missing, 'none is missing']), "\n";
foreach (array_diff($tests, $missing) as $test) {
    preg_match('/^--EXTENSIONS--\n(.*?)^--/ms', file_get_contents("$root/$test"), $extensions);
    trim($extensions[1] ?? 'redislock') === 'redislock' || print("$test needs another extension\n");
}
$parts = array_unique(array_map(dirname(...), $tests));
var_dump(count($parts) >= 15);
--EXPECT--
30 30
none is missing
bool(true)
