--TEST--
In bash the completion offers each command, its options and what they may be, files for --output, and what follows --; it is what Help knows
--FILE--
<?php
foreach (['completion', 'help', 'metrics', 'run', 'show', 'why', 'list', 'top', 'release', 'doctor', 'arguments'] as $part) {
    require __DIR__ . "/../../cli/src/$part.php";
}
require __DIR__ . '/../support/expectations.inc';
use Redislock\Command\{Arguments, Completion, Doctor, Help, ListLocks, Metrics, Release, Run, Show, Top, Why};

$file = sys_get_temp_dir() . '/' . test_key();
mkdir($file);
file_put_contents("$file/redislock.bash", Completion::bash());
touch("$file/a b.prom");
/** What bash offers for the last of these words. */
function offered(string ...$words): array
{
    global $file;
    $code = 'cd "$1"; source ./redislock.bash; shift; compopt() { :; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _redislock; printf "%s\n" "${COMPREPLY[@]}"';
    exec(implode(' ', array_map(escapeshellarg(...), ['bash', '--norc', '-uc', $code, 'bash', $file, 'redislock', ...$words])) . ' 2>&1', $lines);

    sort($lines);

    return array_values(array_unique(array_filter($lines)));
}
$classes = ['run' => Run::class, 'show' => Show::class, 'why' => Why::class, 'list' => ListLocks::class, 'top' => Top::class, 'metrics' => Metrics::class, 'release' => Release::class, 'doctor' => Doctor::class];
echo implode(' ', offered('')), "\n";
foreach ($classes as $name => $class) {
    $wanted = array_map(fn (string $option): string => "--$option", array_keys($class::OPTIONS + Arguments::FOR_ALL));
    $got = preg_grep('/^--/', offered($name, '-'));
    sort($wanted);
    sort($got);
    echo $wanted === $got ? '' : "$name: " . implode(' ', $got) . "\n";
    // A value of which nothing is known offers nothing, and no option.
    foreach ($class::OPTIONS as $option => $kind) {
        $values = offered($name, "--$option", '');
        $kind === Arguments::FLAG || $values === [] || print("$option: " . implode(' ', $values) . "\n");
    }
}
echo implode(' ', offered('run', 'job', '--on-lost', '=', 't')), ' ', implode(' ', offered('run', '--on-lost=k')), ' ', implode(' ', offered('top', '--so')), "\n";
echo implode(' ', offered('metrics', '--output', 'a')), ' ', implode(' ', offered('run', 'job', '--', 'basenam')), ' ', implode(' ', offered('run', 'job', '--', 'cat', 'a')), ' ', implode(' ', offered('help', 'd')), "\n";
echo 'a key: ', implode(' ', offered('show', '')), "\n";
exec('zsh --version 2>&1', $lines, $code);
file_put_contents("$file/_redislock", Completion::zsh());
$wrong = $code === 0 ? shell_exec('zsh -fn ' . escapeshellarg("$file/_redislock") . ' 2>&1') : '';
echo $wrong, str_starts_with(Completion::zsh(), "#compdef redislock\n") && preg_match_all('/^            (\w+)\)$/m', Completion::zsh(), $found) && array_slice($found[1], 0, -1) === array_keys(Help::COMMANDS) ? "zsh\n" : Completion::zsh();
exec('rm -r ' . escapeshellarg($file));
--EXPECT--
--help --version doctor help list metrics release run show top why
on-lost: kill term warn
sort: hold key wait
output: a b.prom redislock.bash
term --on-lost=kill --sort
a b.prom basename a b.prom doctor
a key: 
zsh
