--TEST--
The example works and releases; a second one is woken, one that waits too long gives up, and without Redis it says why
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
--FILE--
<?php
require __DIR__ . '/symfony.inc';

$redis = RedisServer::start();
// What composer would have made: its autoloader beside the example.
$folder = sys_get_temp_dir() . '/' . test_key();
mkdir("$folder/vendor", recursive: true);
file_put_contents("$folder/vendor/autoload.php", '<?php require ' . var_export(__DIR__ . '/symfony.inc', true) . ';');
copy(__DIR__ . '/../../bridges/symfony/example.php', "$folder/example.php");
$example = fn (): Background => $redis->background('require ' . var_export("$folder/example.php", true) . ';');
$tell = fn (Result $result) => print(preg_replace('/:\d+: /', ':PORT: ', $result->out . $result->err) . "status $result->code\n");

$both = [$example(), $example()];
foreach ($both as $one) {
    $tell($one->wait());
}
var_dump(array_filter($redis->call('KEYS', '*'), fn ($key) => !str_contains($key, ':rl-')));
(new RedisLock('report:daily', 60, $redis->address(), autoRelease: false))->acquire() || exit(1);
$tell($example()->wait());
$redis->stop();
$tell($example()->wait());
array_map(unlink(...), ["$folder/vendor/autoload.php", "$folder/example.php"]);
rmdir("$folder/vendor") && rmdir($folder);
--EXPECT--
wrote a report of 3 pages
status 0
wrote a report of 3 pages
status 0
array(0) {
}
no report: another process is still writing it
status 1
no report: could not acquire lock "report:daily": 127.0.0.1:PORT: connection refused; do not start the guarded work
status 2
