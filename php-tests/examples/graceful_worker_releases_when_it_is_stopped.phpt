--TEST--
A worker that is stopped by SIGTERM releases its lock at once, and the one that stands by works; so is one that waits stopped
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$worker = fn (): Background => example_with($redis, ['extension' => 'pcntl'], 'graceful-worker', '100000');
$blocked = fn (): bool => str_contains($redis->call('CLIENT', 'LIST'), ' cmd=blpop ');
$first = $worker();
$first->waitForLine('working');
$second = $worker();
var_dump(eventually(PATIENCE, $blocked), $redis->call('TTL', 'queue:invoices') > 500);
$first->kill('TERM');
$second->waitForLine('working');
$third = $worker();
var_dump(eventually(PATIENCE, $blocked));
// Stopped in its wait, at work, and by Ctrl-C.
$third->kill('TERM');
$second->kill('INT');
foreach ([$first, $second, $third] as $ended) {
    echo preg_replace('/process \d+/', 'process PID', $ended->wait()->out), "status {$ended->wait()->code}\n";
}
echo $redis->call('EXISTS', 'queue:invoices'), "\n";
--EXPECT--
bool(true)
bool(true)
bool(true)
standing by, process PID
working, process PID
stopped by signal 15
status 0
standing by, process PID
working, process PID
stopped by signal 2
status 0
standing by, process PID
stopped by signal 15
status 0
0
