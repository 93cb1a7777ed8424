--TEST--
The first acquire on a connection is an EVALSHA of its script, from then on acquire() is a SET; release() is the EVALSHA of the release script with three keys
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
foreach (['acquire', 'release_one'] as $name) {
    $names[sha1($script = script_as_sent($name))] = $name;
    $redis->call('SCRIPT', 'LOAD', $script);
}
$commands = $redis->monitor();
$lock = new RedisLock('my:lock', 10, $redis->address());
for ($cycle = 0; $cycle < 2; $cycle++) {
    $lock->acquire() || exit(1);
    $names[$lock->token()] = 'TOKEN';
    $lock->release();
}
foreach ($commands() as $words) {
    echo strtr(implode(' ', $words), $names), "\n";
}
--EXPECT--
EVALSHA acquire 2 my:lock my:lock:rl-waiting{my:lock} TOKEN 10000 0 0 86400000
EVALSHA release_one 3 my:lock my:lock:rl-waiting{my:lock} my:lock:rl-wake{my:lock} TOKEN
SET my:lock TOKEN NX EX 10
EVALSHA release_one 3 my:lock my:lock:rl-waiting{my:lock} my:lock:rl-wake{my:lock} TOKEN
