--TEST--
No page of users has a figure of a benchmark but docs/performance.md and the README's table, which make bench-readme writes
--FILE--
<?php
require __DIR__ . '/page.inc';

$marked = '/^<!-- make bench-readme writes this table -->\n(.*?)^<!-- make bench-readme wrote this table -->$/ms';
$figure = '~
    \d[\d.,]*\ (?:µs|us)\b                                     # a duration that no setting and no contract has
    | \b\d+\.\d+x\b                                           # a quotient
    | \d[\d.,]*(?:\ [a-z]+)?(?:/s|\ (?:a|per)\ second)\b       # a rate
~xu';
$problems = [];
foreach (array_diff([...pages(), 'SECURITY.md', 'CONTRIBUTING.md'], ['docs/performance.md']) as $name) {
    $page = page($name);
    if ($name === 'README.md') {
        $page = preg_replace($marked, '', $page, count: $tables);
        preg_match($marked, page($name), $table);
        $tables === 1 && substr_count($table[1], "\n") === 6 || $problems[] = 'README.md has not one table of four rows';
    }
    foreach (explode("\n", $page) as $number => $line) {
        // For how long RedisLock spins, and trusts a connection, is a promise and no figure.
        if (preg_match($figure, str_replace('50 µs', '', $line), $found)) {
            $problems[] = "$name:" . $number + 1 . ": $found[0]";
        }
    }
}
tell_problems($problems);
--EXPECT--
0 problems
