--TEST--
A child that is forked between two restarts of PHP, and restarts it itself, leaves its parent's locks alone and releases its own
--SKIPIF--
<?php
require __DIR__ . '/restart.inc';
if (embedded_php() === null) {
    die('skip there is no library with this PHP inside (Debian: libphp8.2-embed)');
}
--FILE--
<?php
require __DIR__ . '/restart.inc';
$redis = RedisServer::start();
echo restarted($redis, 3, <<<'PHP'
    $lock = new RedisLock(CHILD ? 'child' : 'parent', 1, autoRenew: true);
    var_dump($lock->acquire());
    if (ROUND === 1 && !CHILD && fork_and_wait()) {
        echo "child\n";
        var_dump($lock->isHeld(), $lock->release());
        $own = new RedisLock('child', 600, autoRenew: true);
        var_dump($own->acquire(), (new RedisLock('parent'))->isLocked());
        return;
    }
    usleep(1_200_000);
    var_dump($lock->isHeld());
    PHP);
var_dump($redis->call('KEYS', '*'));
--EXPECT--
bool(true)
bool(true)
end of round 0: 0 threads, 0 sockets
bool(true)
child
bool(false)
bool(false)
bool(true)
bool(true)
child, end of round 1: 0 threads, 0 sockets
bool(true)
bool(true)
child, end of round 2: 0 threads, 0 sockets
bool(true)
end of round 1: 0 threads, 0 sockets
bool(true)
bool(true)
end of round 2: 0 threads, 0 sockets
exit code 0
array(0) {
}
