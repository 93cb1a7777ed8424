--TEST--
A test that runs make has the words of that make alone, whichever make has called php-tests/run, and with which options
--SKIPIF--
<?php
exec('make --version 2>/dev/null', $output, $status);
$status === 0 || die('skip there is no make');
--FILE--
<?php
require __DIR__ . '/../install/packages.inc';

$folder = folder();
$run = dirname(__DIR__, 2) . '/php-tests/run';
$test = <<<'PHPT'
    --TEST--
    What make says
    --FILE--
    <?php
    file_put_contents(__DIR__ . '/in', "all:\n\t@false\n\t@echo made\n");
    passthru('make -n -f ' . __DIR__ . '/in 2>&1');
    passthru('make -f ' . __DIR__ . '/in 2>&1');
    ?>
    --EXPECTF--
    false
    echo made
    make: *** [%s] Error 1
    PHPT;
file_put_contents("$folder/inner.phpt", preg_replace('/^    /m', '', $test) . "\n");
file_put_contents("$folder/Makefile", "test:\n\t@\$(RUN) $folder/inner.phpt\n");
foreach (['', '-w', '-k'] as $options) {
    $said = shell_exec("make -C $folder $options test RUN=" . escapeshellarg($run) . ' 2>&1');
    echo preg_match('/^phpt: .*/m', $said, $counts) ? $counts[0] : $said, "\n";
}
--EXPECT--
phpt: 1 passed, 0 failed, 0 skipped
phpt: 1 passed, 0 failed, 0 skipped
phpt: 1 passed, 0 failed, 0 skipped
