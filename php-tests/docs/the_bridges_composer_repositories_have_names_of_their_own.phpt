--TEST--
A project may take every bridge from a clone: no README's line for composer overwrites another's
--FILE--
<?php
require __DIR__ . '/page.inc';

$names = [];
foreach (glob(dirname(__DIR__, 2) . '/bridges/*/README.md') as $file) {
    $bridge = basename(dirname($file));
    preg_match("~^composer config repositories\.(\S+) path /path/to/redislock/bridges/$bridge\b~m", file_get_contents($file), $line)
        || print("$bridge: its README does not say how composer finds it\n");
    $names[] = $line[1] ?? '';
}
var_dump(count($names) > 1, array_unique($names) === $names);
--EXPECT--
bool(true)
bool(true)
