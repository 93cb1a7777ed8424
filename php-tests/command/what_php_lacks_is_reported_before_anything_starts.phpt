--TEST--
If disable_functions takes away what a command needs, it says so and ends with 78 before a lock is taken or a command started; doctor goes on, and names it
--FILE--
<?php
require __DIR__ . '/doctor.inc';
require __DIR__ . '/../../cli/src/needs.php';
use Redislock\Command\Needs;

$redis = RedisServer::start();
$file = sys_get_temp_dir() . '/' . test_key();
$lines = [
    'run' => ['run', 'job', '--', 'touch', $file], 'show' => ['show', 'job'], 'why' => ['why', 'job'], 'list' => ['list'], 'metrics' => ['metrics'],
    'metrics --output' => ['metrics', '--output', $file], 'release' => ['release', 'job', '--force'], 'top' => ['top'],
];
// Each of run's own, and of the others the first and the last.
foreach (Needs::OF as $command => $functions) {
    foreach ($command === 'run' ? $functions : array_unique([$functions[0], end($functions)]) as $function) {
        $result = redislock($redis, $lines[$command], ['disable_functions' => $function]);
        $isTold = str_starts_with($result->err, "redislock: $command needs $function of PHP, which disable_functions of its php.ini takes away; for this command alone: " . PHP_BINARY . ' -d disable_functions= ');
        $isTold && $result->code === 78 && $result->out === '' && !file_exists($file) || tell($result);
    }
}
// All at once, as hosters do, and doctor tells of each.
$hosters = 'phpinfo,ini_set,ini_get,ini_get_all,phpversion,exec,passthru,shell_exec,system,proc_open,popen,getmypid,php_uname,php_ini_loaded_file,php_ini_scanned_files,getenv,putenv,posix_kill,posix_getpwuid,stream_isatty,pcntl_fork,pcntl_signal,glob,file_get_contents,chmod,chown,usleep,extension_loaded,function_exists';
$result = without_faults(redislock($redis, ['doctor'], ['disable_functions' => $hosters]));
echo preg_match_all('/^  note +(.*? needs? .*)$/m', preg_replace('/\n {10}(?!->)/', ' ', $result->out), $notes), " notes\n", $result->err, '-> ', $result->code, "\n";
echo preg_replace('/ of PHP,.*/', '', implode("\n", $notes[1])), "\n";
// What the commands can do without.
foreach (['doctor' => array_keys(array_flip([...Needs::OPTIONAL, 'is_file', 'usleep', 'rename'])), 'list' => ['exec', 'ini_get', 'ini_set', 'phpinfo', 'stream_isatty', 'pcntl_signal', 'proc_open']] as $command => $functions) {
    foreach ($functions as $function) {
        $result = without_faults(redislock($redis, [$command], ['disable_functions' => $function] + QUIET));
        str_contains($result->out . $result->err, 'undefined') || $result->code !== 0 ? tell($result) : null;
    }
}
tell(redislock($redis, ['run', 'job', '--label', 'x', '--', 'touch', $file], ['disable_functions' => 'ini_set']));
tell(redislock($redis, ['run', 'job', '--', 'sh', '-c', 'exit 3'], ['disable_functions' => 'ini_set,ini_get,phpversion']));
echo redislock($redis, ['run', '--help'], ['disable_functions' => 'proc_open'])->code, "\n";
tell(redislock($redis, ['--version'], ['disable_functions' => 'phpversion']), [phpversion('redislock') => 'VERSION']);
tell(redislock($redis, ['list'], ['disable_functions' => 'implode']), [PHP_BINARY => 'PHP', dirname(__DIR__, 2) => '']);
--EXPECT--
5 notes
-> 0
run of this command needs file_get_contents, getenv, getmypid, glob, pcntl_fork, pcntl_signal, posix_kill, proc_open, putenv
show, list and release of this command need getenv
why and metrics of this command need getenv, usleep
top of this command needs exec, getenv, getmypid, pcntl_fork, pcntl_signal, posix_kill, stream_isatty, usleep
metrics --output of this command needs chmod, chown
redislock: --label needs the function ini_set of PHP, which disable_functions takes away: set redislock.label in php.ini
-> 78
-> 3
0
redislock VERSION
-> 0
redislock: this command needs implode of PHP, which disable_functions of its php.ini takes away; for this command alone: PHP -d disable_functions= /cli/redislock ...
-> 78
