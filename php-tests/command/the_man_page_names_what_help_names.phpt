--TEST--
The man page has each command with exactly the options that its --help names, and the exit codes of --help; dashes and quotes are those that are typed
--FILE--
<?php
$root = dirname(__DIR__, 2);
require "$root/cli/src/help.php";
require __DIR__ . '/../docs/page.inc';

exec(escapeshellarg(PHP_BINARY) . " -n $root/packaging/man", $lines, $code);
// What groff would print, near enough: the escapes of man(7) replaced by the characters that they name.
$plain = strtr(implode("\n", $lines), ['\fB' => '', '\fI' => '', '\fR' => '', '\-' => '-', '\(aq' => "'", '\(dq' => '"', '\(rs' => '\\']);
preg_match_all('/^\.SH (.*)$/m', $plain, $sections);
echo $code, ' ', implode(', ', $sections[1]), "\n";
$named = fn (string $text, string $pattern): array => preg_match_all($pattern, $text, $found) ? $found[1] : [];
$forAll = $named(strstr($plain, '.SH OPTIONS OF'), '/^\.TP\n((?:-\w, )?--.*)$/m');
foreach (['run', 'show', 'list', 'top', 'release', 'doctor'] as $name) {
    preg_match("/^\.SS $name\n(.*?)^\.S/ms", $plain, $part);
    $options = $named($part[1], '/^\.TP\n((?:-\w, )?--.*)$/m');
    // In the help each is at the beginning of a line, and its explanation after two spaces or more.
    echo "$name: ";
    var_dump(same('man', [...$options, ...$forAll], 'help', $named(Redislock\Command\Help::of($name), '/^  ((?:-\w, )?--.*?)(?:  .*)?$/m')));
}
$codes = strstr(strstr($plain, '.SH EXIT STATUS'), '.SH EXAMPLES', true);
var_dump(same('man', $named($codes, '/^\.TP\n(.*)$/m'), 'help', array_map(strval(...), array_keys(Redislock\Command\Help::EXIT_CODES))));
// groff makes others of these.
var_dump(preg_grep('/(?<!\\\\)-|[\'`^~]/', $lines));
--EXPECT--
0 NAME, SYNOPSIS, DESCRIPTION, COMMANDS, OPTIONS OF EVERY COMMAND, ENVIRONMENT, EXIT STATUS, EXAMPLES, SEE ALSO
run: bool(true)
show: bool(true)
list: bool(true)
top: bool(true)
release: bool(true)
doctor: bool(true)
bool(true)
array(0) {
}
