--TEST--
run(lookup:) returns what its look-up finds: before anything is sent, and again once the lock is held
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 10, $redis->address());
$work = fn () => 'made';
$seen = $redis->monitor();
foreach (['text', 0, '', [], 1.5] as $value) {
    echo json_encode($lock->run($work, lookup: fn () => $value)), ' ';
}
var_dump(count($seen()));
// Found under the lock: another has made it meanwhile.
$looks = 0;
var_dump($lock->run($work, lookup: function () use (&$looks) { return ++$looks === 2 ? 'found' : null; }), $looks, $lock->isHeld(), $lock->isLocked());
// Nowhere.
$looks = 0;
var_dump($lock->run($work, lookup: function () use (&$looks) { ++$looks; }), $looks, $lock->isLocked());
var_dump($lock->run($work, lookup: null));
// By reference, as a method, a string and a static one.
class Rates { public function find(): ?string { return 'rates'; } public static function get(): ?string { return 'static'; } }
foreach ([[new Rates, 'find'], 'Rates::get', (new Rates)->find(...)] as $find) {
    echo $lock->run($work, lookup: $find), "\n";
}
--EXPECT--
"text" 0 "" [] 1.5 int(0)
string(5) "found"
int(2)
bool(false)
bool(false)
string(4) "made"
int(2)
bool(false)
string(4) "made"
rates
static
rates
