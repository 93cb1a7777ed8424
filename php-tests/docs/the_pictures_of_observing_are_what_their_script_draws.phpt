--TEST--
The pictures of docs/observing.md are what docs/observing.py draws
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
array_map(fn (string $name): bool => copy(dirname(__DIR__, 2) . "/docs/$name", "$folder/$name"), ['sequence.py', 'observing.py', 'top.txt']);
passthru('python3 -B ' . escapeshellarg("$folder/observing.py") . ' 2>&1');
foreach (['incident.svg', 'top.svg'] as $name) {
    echo $name, file_get_contents("$folder/$name") === page("docs/$name") ? " is as drawn\n" : " differs: run docs/observing.py\n";
}
array_map(unlink(...), glob("$folder/*"));
rmdir($folder);
--EXPECT--
incident.svg is as drawn
top.svg is as drawn
