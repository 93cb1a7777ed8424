--TEST--
What a page quotes of an example is what the example does
--FILE--
<?php
require __DIR__ . '/page.inc';

$problems = $quoted = [];
foreach (pages() as $name) {
    foreach (code_blocks(page($name), 'php') as $block) {
        // With a framework's name before it, where the example needs one.
        if (!preg_match('~^(?:needs \w+: )?(examples/\S+)$~', $block->comment, $found)) {
            continue;
        }
        // The example's own head, which tells where it comes from, is said in words by the page.
        [, $body] = explode("declare(strict_types=1);\n", page($found[1]), 2);
        $quoted[] = $found[1];
        if (trim($body) !== trim($block->code)) {
            $problems[] = "$name does not quote $found[1] as it is";
        }
    }
}
var_dump(count(array_unique($quoted)) > 1);
tell_problems($problems);
--EXPECT--
bool(true)
0 problems
