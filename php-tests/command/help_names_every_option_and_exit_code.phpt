--TEST--
--help of each command names exactly its options, with examples; --help and docs/cli.md explain the exit codes of the code in the same words
--FILE--
<?php
require __DIR__ . '/command.inc';
require __DIR__ . '/../docs/page.inc';

$redis = RedisServer::start();
foreach (['run', 'show', 'why', 'list', 'top', 'metrics', 'release', 'doctor'] as $name) {
    $help = redislock($redis, [$name, '--help']);
    preg_match("/OPTIONS = \[(.*?)\];/s", page("cli/src/$name.php"), $options);
    preg_match_all("/'([a-z-]+)' =>/", $options[1], $known);
    preg_match_all('/^  (?:-\w, )?--([a-z-]+)/m', $help->out, $named);
    $known = [...$known[1], 'server', 'help'];
    sort($known);
    sort($named[1]);
    echo "$name: ", $known === $named[1] ? 'all options' : 'known: ' . implode(' ', $known) . ', named: ' . implode(' ', $named[1]);
    echo ', ', substr_count(strstr($help->out, 'examples:'), 'redislock '), ' examples, ', max(array_map('strlen', explode("\n", $help->out))) <= 88 ? 'narrow' : 'wide';
    echo str_contains(preg_replace('/\s+/', ' ', $help->out), 'WAITING yes: a process waits now, or waited within the last 5 seconds') ? ', explains WAITING' : '', " -> $help->code\n";
}
$help = redislock($redis, ['--help'])->out;
preg_match_all('/^  (\S.*?)  +(.*)$/m', preg_replace('/\n {13}/', ' ', strstr($help, 'exit codes:')), $listed, PREG_SET_ORDER);
$inHelp = array_map(fn (array $line): string => "$line[1]: $line[2]", $listed);
$onItsPage = array_map(fn (array $row): string => str_replace('`', '', "$row[0]: $row[1]"), table(section(page('docs/cli.md'), '## Exit codes'), 'exit code'));
var_dump(same('help', $inHelp, 'docs/cli.md', $onItsPage));
preg_match_all('/= (\d+);/', strstr(page('cli/src/application.php'), 'final class UsageError', true), $code);
echo implode(' ', array_intersect($code[1], array_map(intval(...), $inHelp))), "\n", implode(' ', array_diff($code[1], array_map(intval(...), $inHelp))), "\n";
var_dump(redislock($redis, ['help', 'run'])->out === redislock($redis, ['run', '-h'])->out);
tell(redislock($redis, ['--version']), [phpversion('redislock') => 'VERSION']);
var_dump(redislock($redis, [])->code, redislock($redis, [])->err === $help);
--EXPECT--
run: all options, 7 examples, narrow -> 0
show: all options, 3 examples, narrow, explains WAITING -> 0
why: all options, 3 examples, narrow -> 0
list: all options, 4 examples, narrow, explains WAITING -> 0
top: all options, 2 examples, narrow, explains WAITING -> 0
metrics: all options, 2 examples, narrow -> 0
release: all options, 2 examples, narrow -> 0
doctor: all options, 4 examples, narrow -> 0
bool(true)
0 1 64 69 70 74 75 76 78 126 127 128

bool(true)
redislock VERSION
-> 0
int(64)
bool(true)
