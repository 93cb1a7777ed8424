--TEST--
With two of five servers dead everything works; with three it is a RedisLockConnectionException that names them
--FILE--
<?php
require __DIR__ . '/quorum.inc';
$servers = servers(5);
$lock = new RedisLock(test_key(), 10, addresses($servers));
var_dump($lock->acquire());
$servers[0]->stop();
$servers[1]->restart();

var_dump($lock->isHeld(), $lock->extend(), $lock->release(), $lock->run(fn (): string => 'done'));
$servers[1]->stop();
$servers[2]->stop();
$said = throws(fn () => $lock->acquire());
foreach ($servers as $number => $server) {
    $said = str_replace("127.0.0.1:$server->port", "number $number", $said);
}
echo $said, "\n";
var_dump($servers[3]->call('EXISTS', test_key()), $servers[4]->call('EXISTS', test_key()));
--EXPECTF--
bool(true)
bool(true)
bool(true)
bool(true)
string(4) "done"
RedisLockConnectionException: could not acquire lock "a_minority_may_be_lost-%d": 2 of 5 nodes replied, 3 needed (number 0: connection refused; number 1: connection refused; number 2: connection refused); do not start the guarded work
int(0)
int(0)
