--TEST--
No line of the demo is longer than its terminal, on a narrow one too, and without colours it still shows who was not alone
--SKIPIF--
<?php
exec('script --version 2>/dev/null', $output, $status);
if ($status !== 0) {
    die('skip there is no script(1) to make a terminal');
}
--FILE--
<?php
$code = <<<'PHP'
    foreach (['outcome', 'report', 'round', 'shop', 'terminal', 'timeline'] as $part) {
        require "$argv[1]/$part.php";
    }
    $time = new Timeline();
    foreach (range(1, 8) as $seller) {
        $time->add($seller, 1_000_000 * $seller, 1_000_000 * $seller + 2_500_000);
    }
    $report = new Report(new Terminal());
    $outcome = new Outcome(array_fill(1, 8, 100), -700, 699, $time, ['1 of the sellers ended with status 255']);
    $title = '2  the snippet that many copied';
    $report->introduction();
    $report->heading($title, "if (Redis::set('my:lock', 1, 'nx', 'ex', 10)) {\n    sell();\n}", 'On the wire (Laravel, phpredis): SET my:lock 1.');
    $report->outcome($outcome);
    $report->table([$title => $outcome, '3  RedisLock' => $outcome]);
    $report->verdict($outcome->faults());
    PHP;
$command = implode(' ', array_map(escapeshellarg(...), [PHP_BINARY, '-n', '-r', $code, dirname(__DIR__, 2) . '/examples/oversell']));
putenv('TERM=xterm');
putenv('LC_ALL=C.UTF-8');
putenv('NO_COLOR');
foreach ([120, 80, 69, 50, 40] as $columns) {
    $shown = shell_exec('script -qec ' . escapeshellarg("stty columns $columns; $command") . ' /dev/null </dev/null');
    $lines = explode("\n", preg_replace('/\033\[\d+m|\r/', '', $shown));
    $longest = max(array_map(fn (string $line): int => preg_match_all('/./u', $line), $lines));
    $signs = preg_match('/▆+ alone inside/u', $shown = implode("\n", $lines)) && preg_match('/X+ not alone/', $shown);
    echo $columns, ': ', $longest <= $columns ? 'fits' : "$longest columns", $signs ? ', two signs' : ', one sign', "\n";
}
--EXPECT--
120: fits, two signs
80: fits, two signs
69: fits, two signs
50: fits, two signs
40: fits, two signs
