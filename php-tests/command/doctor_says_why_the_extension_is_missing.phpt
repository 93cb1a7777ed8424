--TEST--
Without the extension doctor, and for people every other command, says why: no line names it, the file is not there, or PHP cannot load it
--FILE--
<?php
$folder = sys_get_temp_dir() . '/redislock-' . bin2hex(random_bytes(5));
mkdir($folder, 0700);
$run = function (string $ini, string ...$words) use ($folder): array {
    file_put_contents("$folder/php.ini", "display_errors=0\n$ini");
    $command = [PHP_BINARY, '-c', "$folder/php.ini", dirname(__DIR__, 2) . '/cli/redislock', ...$words];
    $files = [['file', '/dev/null', 'r'], ['pipe', 'w'], ['file', "$folder/err", 'w']];
    $process = proc_open($command, $files, $pipes, null, ['PHP_INI_SCAN_DIR' => "$folder/none"] + getenv());
    $said = stream_get_contents($pipes[1]);
    $code = proc_close($process);
    // PHP's own warnings stand before it.
    $said .= implode(preg_grep('/^redislock:/', file("$folder/err")));

    return [strtr($said, [$folder => 'FOLDER', PHP_BINARY => 'PHP']), $code];
};
$doctor = function (string $ini) use ($run): void {
    [$json, $code] = $run($ini, 'doctor', '--json');
    $told = json_decode($json, false, 512, JSON_THROW_ON_ERROR);
    $finding = array_values(array_filter($told->findings, fn (object $finding): bool => $finding->check === 'extension'))[0];
    $named = str_replace(PHP_EXTENSION_DIR, 'EXTENSIONS', "$finding->message\n  -> $finding->advice");
    echo "$told->result $code: $named\n", json_encode([$told->php->extension, $told->php->settings, $told->servers]), "\n";
};

$doctor('');
$doctor("extension=redislock\n");
$doctor("  extension = \"$folder/redislock.so\" ; of another machine\n");
file_put_contents("$folder/redislock.so", 'no library');
$doctor("extension=$folder/redislock.so\n");

[$text, $code] = $run('', 'doctor');
echo preg_match('/^PHP of .*\n  ok .*^  error +PHP has not loaded redislock: .*\n +-> /ms', $text), " $code\n";
[$text, $code] = $run("extension=$folder/redislock.so\n", 'list');
echo preg_replace('/: Unable .*/', ': ...', $text), "$code\n";
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
--EXPECTF--
error 78: PHP has not loaded redislock: its php.ini needs extension=redislock.so
  -> add that line to FOLDER/php.ini
[null,{},[]]
error 78: PHP has not loaded redislock: FOLDER/php.ini names EXTENSIONS/redislock.so, which is not there
  -> put redislock.so there, or its whole path into the line
[null,{},[]]
error 78: PHP has not loaded redislock: FOLDER/php.ini names FOLDER/redislock.so, which is not there
  -> put redislock.so there, or its whole path into the line
[null,{},[]]
error 78: PHP has not loaded redislock: FOLDER/php.ini names FOLDER/redislock.so, which it cannot load: Unable to load dynamic library 'FOLDER/redislock.so' %s
  -> take the build for this PHP, API%d,%s
[null,{},[]]
1 78
redislock: PHP has not loaded the extension: FOLDER/php.ini names FOLDER/redislock.so, which it cannot load: ...
78
