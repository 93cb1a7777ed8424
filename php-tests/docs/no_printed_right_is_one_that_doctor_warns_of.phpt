--TEST--
Every key pattern and every rule of ACL SETUSER that the pages print covers the keys beside a lock, and a rule that grants SET grants EVAL
--FILE--
<?php
require __DIR__ . '/page.inc';

$problems = [];
$patterns = 0;
foreach (pages() as $name) {
    preg_match_all('/(?<=[ `])~[\w:{}*-]+(?=[ `\n])/', page($name), $printed);
    foreach ($printed[0] as $pattern) {
        $patterns++;
        str_ends_with($pattern, '*') && !str_contains($pattern, ':rl-') || $problems[] = "$name: $pattern hides keys beside a lock";
    }
    foreach (preg_grep('/\+set\b/', explode("\n", page($name))) as $rule) {
        str_contains($rule, '+eval ') || $problems[] = "$name: no right to EVAL in $rule";
    }
}
echo $patterns > 3 ? '' : "$patterns patterns\n";
tell_problems($problems);
--EXPECT--
0 problems
