--TEST--
No page and no example calls acquire() and ignores the result; Symfony's acquire(true) throws instead
--FILE--
<?php
require __DIR__ . '/page.inc';

$root = dirname(__DIR__, 2);
$examples = array_map(fn (string $file): string => substr($file, strlen($root) + 1), [...glob("$root/examples/*.php"), ...glob("$root/bridges/*/*.php")]);
$problems = [];
foreach ([...pages(), ...$examples] as $name) {
    // A statement of its own, in a block of code or within a line.
    preg_match_all('/(?<=^|[;{`\n]) *\$\w+(?:->\w+)?->acquire\((?!true\))[^()]*\);/m', page($name), $found);
    foreach ($found[0] as $call) {
        $problems[] = "$name: $call";
    }
}
tell_problems($problems);
--EXPECT--
0 problems
