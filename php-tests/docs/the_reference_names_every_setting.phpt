--TEST--
The reference's table of settings is that of the extension: names, defaults, and who may change them
--FILE--
<?php
require __DIR__ . '/page.inc';

$settings = [];
foreach (ini_get_all('redislock', true) as $name => $entry) {
    $who = [INI_SYSTEM => 'SYSTEM', INI_ALL => 'ALL'][$entry['access']];
    $settings[] = "$name = $entry[global_value] ($who)";
}
$listed = array_map(
    fn (array $row): string => "$row[0] = $row[1] ($row[3])",
    table(section(page('docs/reference.md'), '## Settings'), 'setting'),
);
sort($listed);
var_dump(same('in the extension', $settings, 'in the reference', $listed));
echo count($settings), " settings\n";
--EXPECT--
bool(true)
10 settings
