--TEST--
A short job runs once although servers start it one after the other, and again once its key is no longer at rest
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$both = [example($redis, 'cron-once'), example($redis, 'cron-once')];
$said = array_map(fn (Background $one): string => $one->wait()->out, $both);
sort($said);
echo implode($said);
// A server whose clock is late comes when the job is done.
tell($redis, example($redis, 'cron-once')->wait());
$left = $redis->call('PTTL', 'reminders');
var_dump($redis->call('GET', 'reminders'), $left > 0 && $left < 29_700);
$redis->call('PEXPIRE', 'reminders', '1');
usleep(5_000);
tell($redis, example($redis, 'cron-once')->wait());

$redis->call('DEL', 'reminders');
$lost = example($redis, 'cron-once');
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('DEL', 'reminders') === 1));
tell($redis, $lost->wait());
$redis->stop();
tell($redis, example($redis, 'cron-once')->wait());
--EXPECT--
another server sends the reminders, or has just sent them
sent 12 reminders
another server sends the reminders, or has just sent them
status 0
string(7) "rl_rest"
bool(true)
sent 12 reminders
status 0
bool(true)
sent 12 reminders, and may not have been alone: lock "reminders" was lost: its ttl ran out or it was removed, and another may hold it; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true
status 2
no reminders: could not acquire lock "reminders": 127.0.0.1:PORT: connection refused; do not start the guarded work
status 2
