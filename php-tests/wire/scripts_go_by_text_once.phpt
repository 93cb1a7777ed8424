--TEST--
A server that does not know a script gets its text once; from then on the SHA1 does
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$commands = $redis->monitor();
$lock = new RedisLock(test_key(), 10, $redis->address());
for ($cycle = 0; $cycle < 2; $cycle++) {
    $lock->acquire() || exit(1);
    $lock->extend();
    $lock->isHeld();
    $lock->isLocked();
    $lock->release();
    $lock->forceRelease();
}
foreach (glob(__DIR__ . '/../../docs/lua/*.lua') as $file) {
    $name = basename($file, '.lua');
    $names[sha1(script_as_sent($name))] = $name;
}
foreach ($commands() as $words) {
    echo $words[0], match ($words[0]) {
        'EVALSHA' => " {$names[$words[1]]}",
        'EVAL' => " {$names[sha1($words[1])]}",
        default => '',
    }, "\n";
}
--EXPECT--
EVALSHA acquire
EVAL acquire
EVALSHA extend
EVAL extend
EVALSHA inspect
EVAL inspect
EVALSHA inspect
EVALSHA release_one
EVAL release_one
EVALSHA remove
EVAL remove
SET
EVALSHA extend
EVALSHA inspect
EVALSHA inspect
EVALSHA release_one
EVALSHA remove
