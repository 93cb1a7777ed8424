--TEST--
Waiters leave nothing in Redis but companions that expire, and those are gone five seconds later
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 600, $redis->address());
$lock->acquire() || exit(1);
$waiters = [waiter($redis, $key, (string) (0.3 * SLOWNESS)), waiter($redis, $key, '20'), waiter($redis, $key, '20'), waiter($redis, $key, '20')];
until_blocked($redis, 4);
$waiters[0]->waitForLine('refused');
$waiters[1]->kill();
$lock->release();
// Who is woken first is not promised.
$left = [$waiters[0], $waiters[2], $waiters[3]];
array_map(fn (Background $waiter) => $waiter->say(), $left);
foreach ($left as $waiter) {
    echo strtok($waiter->wait()->out, ' '), "\n";
}
show_what_is_left($redis);
var_dump(eventually(5.5, fn (): bool => $redis->call('DBSIZE') === 0));
--EXPECT--
refused
acquired
acquired
left: nothing
bool(true)
