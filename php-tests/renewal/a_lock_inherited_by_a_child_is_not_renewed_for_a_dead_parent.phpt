--TEST--
A child renews nothing of its parent's: when the parent is killed, its lock ends with the ttl though the child lives on
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$keeper = keeper($redis, test_key(), 0.6, '
    if (pcntl_fork() === 0) {
        $own = new RedisLock("own", 0.6, autoRenew: true);
        echo $own->acquire() ? "child holds, " . getmypid() . "\n" : "";
        sleep(60);
    }
    sleep(60);', ['extension' => 'pcntl']);
$keeper->say();
$child = (int) substr($keeper->waitForLine('child holds'), strlen('child holds, '));
usleep(700_000);
var_dump($redis->call('EXISTS', test_key()));
$keeper->kill();
var_dump(eventually(0.6 + 0.5, fn (): bool => $redis->call('EXISTS', test_key()) === 0));
// The child's own is kept as before.
usleep(700_000);
var_dump($redis->call('EXISTS', 'own'));
signal($child, 'KILL');
--EXPECT--
int(1)
bool(true)
int(1)
