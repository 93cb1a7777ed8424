--TEST--
The parts about installing say to start a Redis before they name its address, and the READMEs say that times are seconds and which file stays
--FILE--
<?php
require __DIR__ . '/page.inc';

$problems = [];
foreach (['README.md', 'README.zh-CN.md', 'docs/install.md'] as $name) {
    $page = page($name);
    $server = strpos($page, 'redis-server`');
    $server !== false && $server < strpos($page, 'redis://127.0.0.1:6379') || $problems[] = "$name names the address of a Redis that nobody has started";
}
foreach (['README.md' => ['Times are seconds', 'stays there'], 'README.zh-CN.md' => ['时间都以秒为单位', '文件会留下']] as $name => [$unit, $file]) {
    $page = page($name);
    $said = strpos($page, $unit);
    $said !== false && $said < strpos($page, 'wait: 5);               //') || $problems[] = "$name does not say the unit before it is used";
    preg_match("/sys_get_temp_dir\(\).*$file/", $page) === 1 || $problems[] = "$name does not say that its file stays";
}
tell_problems($problems);
?>
--EXPECT--
0 problems
