--TEST--
The demo has colours on a terminal unless NO_COLOR is set, and none, nor signs beyond ASCII, elsewhere
--SKIPIF--
<?php
exec('script --version 2>/dev/null', $output, $status);
if ($status !== 0) {
    die('skip there is no script(1) to make a terminal');
}
--FILE--
<?php
$code = 'require $argv[1]; $t = new Terminal(); echo json_encode([$t->width, $t->block, $t->paint("red", "!")]), PHP_EOL;';
$file = dirname(__DIR__, 2) . '/examples/oversell/terminal.php';
$command = implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, '-n', '-r', $code, $file]));
$onTerminal = 'script -qec ' . escapeshellarg("stty columns 100; $command") . ' /dev/null </dev/null';
putenv('LC_ALL=C.UTF-8');
putenv('TERM=xterm');
putenv('NO_COLOR');
echo shell_exec($command), shell_exec($onTerminal);
putenv('NO_COLOR=1');
echo shell_exec($onTerminal);
putenv('NO_COLOR=');
putenv('LC_ALL=C');
echo shell_exec($onTerminal);
putenv('TERM=dumb');
echo shell_exec($onTerminal);
--EXPECT--
[80,"#","!"]
[100,"\u2586","\u001b[31m!\u001b[0m"]
[100,"\u2586","!"]
[100,"#","\u001b[31m!\u001b[0m"]
[80,"#","!"]
