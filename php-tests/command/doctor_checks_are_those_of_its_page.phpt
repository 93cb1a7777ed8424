--TEST--
docs/cli.md names exactly the checks that redislock doctor's findings may have
--FILE--
<?php
require __DIR__ . '/../docs/page.inc';

$checks = [];
$parts = dirname(__DIR__, 2) . '/cli/src';
foreach (["$parts/doctor.php", ...glob("$parts/*_checkup.php")] as $file) {
    preg_match_all("/findings->(?:ok|note|warning|error)\((?:[^?;]*\? '([a-z]+)' : )?'([a-z]+)',/", file_get_contents($file), $found);
    array_push($checks, ...array_filter($found[1]), ...$found[2]);
}
preg_match_all('/[a-z]+/', implode(' ', array_column(table(section(page('docs/cli.md'), '## doctor'), 'check'), 0)), $named);
$checks = array_unique($checks);
sort($checks);
sort($named[0]);
var_dump(same('the code', $checks, 'docs/cli.md', $named[0]));
echo count($checks), "\n";
--EXPECT--
bool(true)
25
