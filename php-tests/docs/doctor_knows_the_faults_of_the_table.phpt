--TEST--
The versions below which redislock doctor warns are those of the table of known faults, and so are the faults that it names
--FILE--
<?php
require __DIR__ . '/page.inc';
require dirname(__DIR__, 2) . '/cli/src/server_checkup.php';

$doctor = new ReflectionClass(Redislock\Command\ServerCheckup::class);
$rows = table(section(page('SECURITY.md'), '## Known faults of Redis'), 'fault');
$problems = [];
foreach (explode(', ', $doctor->getConstant('FAULTS')) as $fault) {
    preg_grep("/^\[$fault\]/", array_column($rows, 0)) !== [] || $problems[] = "no row for $fault";
}
foreach ($doctor->getConstant('MENDED') as $line => $version) {
    $mends = array_filter($rows, fn (array $row): bool => str_starts_with($row[0], '[CVE-') && preg_match('/(?<![\d.])' . preg_quote($version) . '(?![\d.]*\d)/', $row[2]) === 1);
    $mends !== [] || $problems[] = "no row mends a fault in $version";
}
tell_problems($problems);
--EXPECT--
0 problems
