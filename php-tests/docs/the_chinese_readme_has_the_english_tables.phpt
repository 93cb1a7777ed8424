--TEST--
The Chinese README has the addresses, the signatures and the commands of the English one, letter for letter
--FILE--
<?php
require __DIR__ . '/page.inc';

$spans = function (string $name, string $heading): array {
    preg_match_all('/`([^`]+)`/', implode(preg_grep('/^\|/', explode("\n", section(page($name), $heading)))), $found);

    return $found[1];
};
$addresses = $spans('README.md', '## Addresses');
var_dump(count($addresses) > 5, same('in English', $addresses, 'in Chinese', $spans('README.zh-CN.md', '## 地址')));

// What is copied: the signatures without their comments, and every line of the other blocks up to its comment.
$lines = function (string $name): array {
    $lines = [];
    foreach (['sh', 'dockerfile', 'diff', 'php'] as $language) {
        foreach (code_blocks(page($name), $language) as $block) {
            if ($language !== 'php' || str_starts_with($block->code, 'interface Signatures')) {
                $lines = [...$lines, ...explode("\n", preg_replace('~ *(?<!\S)(?:#|//) .*~', '', $block->code))];
            }
        }
    }

    return $lines;
};
$english = $lines('README.md');
var_dump(count($english) > 30, same('in English', $english, 'in Chinese', $lines('README.zh-CN.md')));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
