--TEST--
SECURITY.md gives the reason of each crate that the extension is built with, and names no other
--FILE--
<?php
require __DIR__ . '/page.inc';

$crates = [];
// What only the build needs is among them.
preg_match_all('/^\[(?:build-)?dependencies\]\n(.*?)(?=^\[)/ms', page('Cargo.toml'), $sections);
foreach (explode("\n", implode("\n", $sections[1])) as $line) {
    if (preg_match('/^([\w-]+) =/', $line, $found)) {
        $crates[] = $found[1];
    }
}
$listed = [];
foreach (table(page('SECURITY.md'), 'crate') as [$name, $reason]) {
    $listed[] = $name;
    echo $reason === '' ? "no reason for $name\n" : '';
}
sort($crates);
sort($listed);
var_dump(same('in Cargo.toml', $crates, 'in SECURITY.md', $listed), $crates !== []);
--EXPECT--
bool(true)
bool(true)
