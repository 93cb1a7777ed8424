--TEST--
A wait of INF goes on for as long as the holder does, slice after slice, and ends with its release
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$key = test_key();
// A lock without a ttl: nothing but the release ends it.
$holder = holder($redis, $key, INF);
$commands = $redis->monitor();
$waiter = waiter($redis, $key, 'INF');
$slices = fn (): int => count(array_keys(array_column($commands(), 0), 'BLPOP'));
var_dump(eventually(PATIENCE, fn (): bool => $slices() >= 3), $waiter->isRunning());
until_blocked($redis);
$said = now();
$holder->say();
within(0, acquired_at($waiter) - $said, 0.5, 'it ended with the release');
$waiter->say();
$waiter->wait();
show_what_is_left($redis);
--EXPECT--
bool(true)
bool(true)
it ended with the release: yes
left: nothing
