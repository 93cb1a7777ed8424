--TEST--
Two bookings at once are made one after the other, and leave the account free
--FILE--
<?php
require __DIR__ . '/example.inc';

$redis = RedisServer::start();
$bookings = [example($redis, 'bounded-wait'), example($redis, 'bounded-wait')];
// As long as both run, one of them waits.
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', 'account:42:rl-waiting{account:42}') === 1));
$seconds = [];
foreach ($bookings as $booking) {
    $result = $booking->wait();
    echo preg_replace('/\d{4}/', 'NUMBER', $result->out), $result->err, "status $result->code\n";
    $seconds[] = $result->seconds;
}
var_dump(max($seconds) >= 3.0, $redis->call('EXISTS', 'account:42'));
--EXPECT--
bool(true)
booked under number NUMBER
status 0
booked under number NUMBER
status 0
bool(true)
int(0)
