--TEST--
--help of each command names exactly its options, with examples; the exit codes of --help, docs/cli.md and the code are the same
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/command.inc';
require __DIR__ . '/../docs/page.inc';

$redis = RedisServer::start();
$codes = [];
foreach (['run' => 'run', 'show' => 'show', 'list' => 'list', 'top' => 'top', 'release' => 'release'] as $name) {
    $help = redislock($redis, [$name, '--help']);
    preg_match("/OPTIONS = \[(.*?)\];/s", page("cli/src/$name.php"), $options);
    preg_match_all("/'([a-z-]+)' =>/", $options[1], $known);
    preg_match_all('/^  (?:-\w, )?--([a-z-]+)/m', $help->out, $named);
    $known = [...$known[1], 'server', 'help'];
    sort($known);
    sort($named[1]);
    echo "$name: ", $known === $named[1] ? 'all options' : 'known: ' . implode(' ', $known) . ', named: ' . implode(' ', $named[1]);
    echo ', ', substr_count(strstr($help->out, 'examples:'), 'redislock '), ' examples, ', max(array_map('strlen', explode("\n", $help->out))) <= 90 ? 'narrow' : 'wide', " -> $help->code\n";
}
$help = redislock($redis, ['--help'])->out;
preg_match_all('/^  (\d+) /m', $help, $listed);
preg_match_all('/= (\d+);/', strstr(page('cli/src/application.php'), 'final class UsageError', true), $code);
$expected = array_diff($code[1], ['70', '128']);
$onItsPage = implode(' ', array_column(table(section(page('docs/cli.md'), '## Exit codes'), 'exit code'), 0));
echo implode(' ', $listed[1]), "\n", $onItsPage, "\n";
var_dump(array_diff($expected, $listed[1]), redislock($redis, ['help', 'run'])->out === redislock($redis, ['run', '-h'])->out);
tell(redislock($redis, ['--version']), [phpversion('redislock') => 'VERSION']);
var_dump(redislock($redis, [])->code, redislock($redis, [])->err === $help);
?>
--EXPECT--
run: all options, 3 examples, narrow -> 0
show: all options, 3 examples, narrow -> 0
list: all options, 4 examples, narrow -> 0
top: all options, 2 examples, narrow -> 0
release: all options, 2 examples, narrow -> 0
0 1 64 69 74 75 76 78 126 127
0 1 64 69 74 75 76 78 126 127 128 + n any other
array(0) {
}
bool(true)
redislock VERSION
-> 0
int(64)
bool(true)
