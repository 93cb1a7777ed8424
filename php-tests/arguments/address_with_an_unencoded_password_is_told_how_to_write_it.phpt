--TEST--
An address whose password was not percent-encoded is a ValueError that says how it is written, and does not show it
--FILE--
<?php
require __DIR__ . '/../support/expectations.inc';

$places = ['redis://%s@h', 'redis://shop%s@h:7000/2?io_timeout=2', 'rediss://%s@h', 'redis-sentinel://%s@h,i/m', 'redis-cluster://%s@h,i', 'unix://%s@/run/r.sock'];
$said = [];
foreach ($places as $place) {
    foreach ([':s3#cret', ':s3/cret', ':s3?cret', ':s3@c/ret', ':7/s3cret'] as $login) {
        if ($login === ':s3#cret' && preg_match('/^(unix|redis-sentinel)/', $place)) {
            continue;       // a # ends nothing there
        }
        $text = throws(fn () => new RedisLock('key', server: sprintf($place, $login)));
        $said[str_contains($text, 's3') ? 'the password is shown' : preg_replace('/^.*\$server\) /', '', $text)] = true;
    }
}
echo implode("\n", array_keys($said)), "\n";
$lists = throws(fn () => new RedisLock('key', server: ['redis://a', 'redis://:s3/cret@b', 'redis://c']));
echo preg_replace('/^.*\$server\) /', '', $lists), "\n", throws(fn () => new RedisLock('key', server: 'redis://h/2#x')), "\n";
var_dump((new RedisLock('key', server: 'redis://:' . rawurlencode('s3#/?@%:cret') . '@h'))->remaining());
--EXPECT--
must be percent-encoded in its user and password: write # as %23, / as %2F, ? as %3F, @ as %40, % as %25, and in a user : as %3A
must be a list of addresses, and number 2 must be percent-encoded in its user and password: write # as %23, / as %2F, ? as %3F, @ as %40, % as %25, and in a user : as %3A
ValueError: RedisLock::__construct(): Argument #3 ($server) must not have a #: in a user or a password it is written %23
float(0)
