--TEST--
acquire() on an expired lease sends the release of its old token before its SET, so that the own leftover is no obstacle
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$lock = new RedisLock(test_key(), 0.5, $redis->address());
$lock->acquire() || exit(1);
$old = $redis->call('GET', test_key());
$redis->call('PERSIST', test_key());
eventually(5, fn (): bool => $lock->remaining() === 0.0);
var_dump($redis->call('GET', test_key()) === $old);
$commands = $redis->monitor();
var_dump($lock->acquire(), $redis->call('GET', test_key()) === $lock->token());
foreach ($commands() as $words) {
    // Unknown, it goes by its text.
    if ($words[0] === 'EVALSHA') {
        continue;
    }
    $words[1] = $words[0] === 'EVAL' ? 'release_one.lua: ' . var_export($words[1] === script_as_sent('release_one'), true) : $words[1];
    echo str_replace([$old, $lock->token(), test_key()], ['OLD', 'NEW', 'key'], implode(' ', $words)), "\n";
}
--EXPECT--
bool(true)
bool(true)
bool(true)
EVAL release_one.lua: true 3 key key:rl-waiting{key} key:rl-wake{key} OLD
SET key NEW NX PX 500
