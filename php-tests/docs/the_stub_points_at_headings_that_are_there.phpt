--TEST--
Each page and heading that the stub points at is there, and the stub is short enough to be read on hover
--FILE--
<?php
require __DIR__ . '/page.inc';

// Of wrapped comments one line: `docs/page.md, "Heading"; "Another one"; docs/other.md`.
$stub = preg_replace('/\s+\*\s+/', ' ', page('stubs/RedisLock.php'));
preg_match_all('~(docs/[\w-]+\.md)((?:[,;] "[^"]+")*)~', $stub, $pointers, PREG_SET_ORDER);

$problems = [];
foreach ($pointers as [, $name, $named]) {
    preg_match_all('/^#+ (.*)$/m', without_code(page($name)), $headings);
    preg_match_all('/"([^"]+)"/', $named, $wanted);
    foreach (array_diff($wanted[1], $headings[1]) as $missing) {
        $problems[] = "$name has no heading \"$missing\"";
    }
}
var_dump(count($pointers) > 20);

$words = count(preg_split('/\s+/', trim(page('stubs/RedisLock.php'))));
if ($words > 4500) {
    $problems[] = "the stub has $words words, more than 4500";
}
tell_problems(array_unique($problems));
--EXPECT--
bool(true)
0 problems
