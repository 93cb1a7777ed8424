--TEST--
The sequence diagrams in docs are what docs/sequence.py draws
--SKIPIF--
<?php
exec('python3 --version 2>&1', $output, $status);
$status === 0 || die('skip there is no python3');
--FILE--
<?php
require __DIR__ . '/page.inc';
require __DIR__ . '/../support/expectations.inc';

// It writes beside itself.
$folder = sys_get_temp_dir() . '/' . test_key();
mkdir($folder);
copy(dirname(__DIR__, 2) . '/docs/sequence.py', "$folder/sequence.py");
passthru('python3 ' . escapeshellarg("$folder/sequence.py") . ' 2>&1');
foreach (['wait-woken.svg', 'reply-lost.svg'] as $name) {
    echo $name, file_get_contents("$folder/$name") === page("docs/$name") ? " is as drawn\n" : " differs: run docs/sequence.py\n";
}
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
--EXPECT--
wait-woken.svg is as drawn
reply-lost.svg is as drawn
