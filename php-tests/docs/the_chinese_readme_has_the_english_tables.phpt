--TEST--
The Chinese README has the commands of the English one, in its blocks and in its tables, letter for letter
--FILE--
<?php
require __DIR__ . '/page.inc';

$rows = function (string $name, string $heading): array {
    preg_match_all('/`([^`]+)`/', implode(preg_grep('/^\|/', explode("\n", section(page($name), $heading)))), $found);

    return $found[1];
};
foreach (['## Install' => '## 安装', '## For operators' => '## 运维'] as $english => $chinese) {
    $commands = $rows('README.md', $english);
    var_dump(count($commands) > 2, same('in English', $commands, 'in Chinese', $rows('README.zh-CN.md', $chinese)));
}

// What is copied: every line of a block up to its comment.
$lines = function (string $name): array {
    $blocks = array_map(fn (CodeBlock $block): string => preg_replace('~ *(?<!\S)# .*~', '', $block->code), code_blocks(page($name), 'sh'));

    return explode("\n", trim(implode($blocks)));
};
var_dump(same('in English', $lines('README.md'), 'in Chinese', $lines('README.zh-CN.md')));
// A test compares blocks of PHP with any English page: here they are the README's, and all of them.
var_dump(count(code_blocks(page('README.md'), 'php')) === count(code_blocks(page('README.zh-CN.md'), 'php')));
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
