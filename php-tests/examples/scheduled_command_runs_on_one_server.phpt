--TEST--
A scheduled command runs once for each minute it is due, on one server, and not beside an earlier run
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$run = fn (string $due): Background => example($redis, 'scheduled-command', $due);
$both = [$run('02:00'), $run('02:00')];
$said = array_map(fn (Background $one): string => $one->wait()->out, $both);
sort($said);
echo implode($said);
// A server whose clock is behind comes when the run is over.
tell($redis, $run('02:00')->wait());

$early = new RedisLock('invoices:send', 60, $redis->address());
$early->acquire() || exit(1);
tell($redis, $run('03:00')->wait());
$early->release();
tell($redis, $run('04:00')->wait());
$redis->stop();
tell($redis, $run('05:00')->wait());
--EXPECT--
another server has taken the run of 02:00
sent 12 invoices in the run of 02:00
another server has taken the run of 02:00
status 0
the run before 03:00 is not over yet
status 1
sent 12 invoices in the run of 04:00
status 0
no run of 05:00: could not acquire lock "invoices:turn:05:00": 127.0.0.1:PORT: connection refused; do not start the guarded work
status 2
