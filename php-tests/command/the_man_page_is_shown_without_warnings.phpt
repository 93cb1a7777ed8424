--TEST--
groff has no warning for the man page, and shows it in a terminal of 80 columns without a line that is wider
--SKIPIF--
<?php
exec('groff -v 2>&1', $output, $status);
// Debian's groff-base is enough.
$status === 0 || die('skip there is no groff');
--FILE--
<?php
$page = escapeshellarg(PHP_BINARY) . ' -n ' . escapeshellarg(dirname(__DIR__, 2) . '/packaging/man');
// As man(1) has it at 80 columns; what is bold is overstruck.
$groff = "$page | groff -man -Tutf8 -ww -rLL=78n -P-c";
exec("$groff 2>&1 >/dev/null", $warnings, $code);
var_dump($code, $warnings);
exec($groff, $lines);
$shown = array_map(fn (string $line): string => preg_replace('/.\x08/u', '', $line), $lines);
var_dump(array_values(array_filter($shown, fn (string $line): bool => (bool) preg_match('/.{81}|\\\\|[\x00-\x1f]/u', $line))));
// What a shell or a person copies is there as it is typed.
$text = implode("\n", $shown);
foreach (["redislock run report:daily --ttl 60 -E 0 -q -- /srv/bin/report", '--label "$USER@%h"', "'orders:*'"] as $typed) {
    var_dump(str_contains($text, $typed));
}
--EXPECT--
int(0)
array(0) {
}
array(0) {
}
bool(true)
bool(true)
bool(true)
