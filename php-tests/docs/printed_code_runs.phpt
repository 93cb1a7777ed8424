--TEST--
Every PHP block of every page runs as printed, and leaves other programs' keys alone; those that need a framework are correct PHP
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/foreign.inc';
require __DIR__ . '/page.inc';

$server = RedisServer::start();
$folder = sys_get_temp_dir() . '/' . test_key();
$problems = [];
$blocks = 0;
foreach (pages() as $name) {
    foreach (code_blocks(page($name), 'php') as $block) {
        // What a block stores it stores in this test's own folder; what it leaves in Redis is not there for the next one.
        mkdir($folder);
        set_foreign_keys($server);
        $foreign = foreign_keys($server);
        $needs = str_starts_with($block->comment, 'needs ');
        $run = $server->php($block->code, ['sys_temp_dir' => $folder, 'error_reporting' => '-1'], $needs ? ['-l'] : []);
        $complains = preg_match('/^(PHP )?(Warning|Notice|Deprecated|Fatal error|Parse error): .*/m', $run->out . $run->err);
        if ($run->code !== 0 || $run->err !== '' || $complains) {
            $problems[] = "$name: this block ended with code $run->code:\n$block->code$run->out$run->err";
        }
        foreign_keys($server) === $foreign || $problems[] = "$name: this block changes other programs' keys:\n$block->code";
        $blocks++;
        array_map(unlink(...), glob("$folder/*"));
        rmdir($folder);
    }
}
var_dump($blocks > 15);
tell_problems($problems);
--EXPECT--
bool(true)
0 problems
