--TEST--
Each test that .ci/sanitizers/left-out names is there, for a part that a script of .ci runs, and with a reason
--FILE--
<?php
$root = dirname(__DIR__, 2);
$scripts = implode(array_map(fn (string $name): string => file_get_contents("$root/.ci/$name"), ['sanitize', 'matrix', 'arm64', 'musl']));
$lines = preg_grep('/^[^#]/', file("$root/.ci/sanitizers/left-out", FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES));
foreach ($lines as $number => $line) {
    [$part, $file, $reason] = preg_split('/\s+/', $line, 3) + ['', '', ''];
    $runs = preg_match('/(?<![\w.-])' . preg_quote($part) . '(?![\w.-])/', $scripts);
    if (!$runs || glob("$root/$file") === [] || $reason === '' || isset($seen["$part $file"])) {
        echo $number + 1, ": $line\n";
    }
    $seen["$part $file"] = true;
}
echo count($lines) > 100 ? 'looked at all' : count($lines), "\n";
--EXPECT--
looked at all
