--TEST--
The code of docs/testing.md leaves a Redis at redislock.server alone: none of it connects there, and foreign keys of five types stay
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/foreign.inc';
require __DIR__ . '/page.inc';
require __DIR__ . '/phpunit.inc';

$server = RedisServer::start();
$connections = fn (): string => preg_replace('/.*^total_connections_received:(\d+).*/ms', '$1', $server->call('INFO', 'stats'));
[$problems, $ran] = [[], 0];
foreach (code_blocks(page('docs/testing.md'), 'php') as $block) {
    set_foreign_keys($server);
    $before = [$connections(), foreign_keys($server)];
    $isPhpUnit = $block->comment === 'needs PHPUnit';
    $isPhpUnit || !str_starts_with($block->comment, 'needs ') || throw new RuntimeException("$block->comment: what does it touch?");
    $code = $isPhpUnit ? run_as_test_case($block->code) : $block->code;
    $run = $server->php($code);
    if ($run->code !== 0 || [$connections(), foreign_keys($server)] !== $before) {
        $problems[] = "$block->code$run->out$run->err";
    }
    if ($isPhpUnit) {
        echo 'at a Redis: ', $run->out, 'at memory: ', $server->php($code, [], ['-d', 'redislock.server=memory:'])->out;
    }
    $ran++;
}
var_dump($ran > 2);
tell_problems($problems);
--EXPECT--
at a Redis: run this by php -d redislock.server=memory: vendor/bin/phpunit
at memory: passed
bool(true)
0 problems
