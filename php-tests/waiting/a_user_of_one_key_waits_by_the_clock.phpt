--TEST--
A user who may touch only the lock's own key waits by the clock
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$key = test_key();
$redis->call('ACL', 'SETUSER', 'one', 'on', '>pw', "~$key", '+@all');
$address = "redis://one:pw@127.0.0.1:$redis->port";
$lock = new RedisLock($key, 600, $address);
var_dump($lock->acquire(1));
$commands = $redis->monitor();
$waiter = $redis->background("\$lock = new RedisLock('$key', 600, '$address');" . <<<'PHP'
    echo $lock->acquire(20) ? 'acquired at ' . hrtime(true) . "\n" : "refused\n";
    PHP);
// Three answered questions of the waiter at least; a refused one is not shown.
$asked = fn (): int => count(preg_grep('/^EVAL/', array_column($commands(), 0)));
var_dump(eventually(PATIENCE, fn (): bool => $asked() >= 3));
$released = now();
var_dump($lock->release());
within(0, acquired_at($waiter) - $released, 0.5, 'soon');
$waiter->wait();
var_dump($redis->call('DBSIZE'));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
soon: yes
int(0)
