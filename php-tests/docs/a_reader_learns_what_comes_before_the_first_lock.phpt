--TEST--
The parts about installing say to start a Redis before they name its address, and the READMEs say that times are seconds before they name a method
--FILE--
<?php
require __DIR__ . '/page.inc';

$problems = [];
foreach (['README.md', 'README.zh-CN.md', 'docs/install.md'] as $name) {
    $page = page($name);
    $server = strpos($page, 'redis-server`');
    $server !== false && $server < strpos($page, 'redis://127.0.0.1:6379') || $problems[] = "$name names the address of a Redis that nobody has started";
}
foreach (['README.md' => 'Times are seconds', 'README.zh-CN.md' => '时间都以秒为单位'] as $name => $unit) {
    $page = page($name);
    $said = strpos($page, $unit);
    $said !== false && $said < strpos($page, "\nacquire(int|float") || $problems[] = "$name does not say the unit before it is used";
}
tell_problems($problems);
--EXPECT--
0 problems
