--TEST--
A connected process at a server that takes no more clients takes no lock with autoRenew and says why; a wait takes it when there is room
--EXTENSIONS--
pcntl
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();
$own = new RedisLock(test_key('own'), server: $redis->address());
$own->acquire() || exit(1);
$of = function (string $name, ?string $token = null) use (&$redis): RedisLock {
    return new RedisLock(test_key($name), 2, $redis->address(), token: $token, autoRenew: true);
};
$limit = function (int $clients) use (&$redis): void {
    $redis->call('CONFIG', 'SET', 'maxclients', (string) $clients);
};

$limit(count($redis->clients()) + 1);
$redis->call('SET', test_key('held'), 'another');
foreach (['free' => null, 'held' => null, 'given' => 'given'] as $name => $token) {
    $acquire = fn () => $of($name, $token)->acquire();
    echo str_replace([$redis->address(), (string) $redis->port, test_key()], ['ADDRESS', 'PORT', 'KEY-'], throws($acquire)), "\n";
    var_dump(throws($acquire) === throws(fn () => $of($name, $token)->run(fn () => print("called\n"))));
}
var_dump($redis->call('EXISTS', test_key('free'), test_key('given')), $own->isHeld());
// What refuses passes while a wait lasts.
pcntl_async_signals(true);
pcntl_signal(SIGALRM, fn () => $limit(100));
foreach ([null, 'given'] as $token) {
    $redis = RedisServer::start();
    $own = new RedisLock(test_key('own'), server: $redis->address());
    $own->acquire() || exit(1);
    $limit(count($redis->clients()) + 1);
    $lock = $of('free', $token);
    pcntl_alarm(1);
    var_dump($lock->acquire(10), renewed(2), $lock->release());
}
--EXPECT--
RedisLockServerException: could not acquire lock "KEY-free": 127.0.0.1:PORT replied ERR max number of clients reached; autoRenew needs a second connection
bool(true)
RedisLockServerException: could not acquire lock "KEY-held": 127.0.0.1:PORT replied ERR max number of clients reached; autoRenew needs a second connection
bool(true)
RedisLockServerException: could not acquire lock "KEY-given": 127.0.0.1:PORT replied ERR max number of clients reached; autoRenew needs a second connection
bool(true)
int(0)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
