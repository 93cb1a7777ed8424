--TEST--
A booking whose account stays busy gives up after its wait; one whose lock was lost says so, and so does one without Redis
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$redis->call('SET', 'account:42', 'another');
$result = example($redis, 'bounded-wait')->wait();
tell($redis, $result);
var_dump($result->seconds >= 2.5, $redis->call('DEL', 'account:42'));
$booking = example($redis, 'bounded-wait');
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('DEL', 'account:42') === 1));
$result = $booking->wait();
echo $result->out, preg_replace('/\d{4}/', 'NUMBER', $result->err), "status $result->code\n";
$redis->stop();
tell($redis, example($redis, 'bounded-wait')->wait());
--EXPECT--
not booked: the account was busy for 2.5 seconds
status 1
bool(true)
int(1)
bool(true)
booked NUMBER: lock "account:42" was lost: its ttl ran out or it was removed, and another may hold it; the callback has returned, its value is in $result of this exception: give the lock a longer ttl or autoRenew: true
status 2
not booked: could not acquire lock "account:42": 127.0.0.1:PORT: connection refused; do not start the guarded work
status 2
