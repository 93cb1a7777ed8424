--TEST--
The callable may wait for other locks, replace itself and unset itself; the wait goes on as its latest says
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();
$lock = fn (string $suffix = '', float $ttl = 600): RedisLock => new RedisLock(test_key($suffix), $ttl, $redis->address());

$holder = $lock();
$holder->acquire() || print("not acquired\n");
$other = $lock('-other');
$other->acquire() || print("not acquired\n");
$depth = 0;
RedisLock::waitUsing(function ($stream, $write, $seconds) use ($lock, &$depth) {
    if ($depth++ === 0) {
        // Waits itself, by this very callable.
        echo 'inside: ', json_encode($lock('-other')->acquire(0.05)), ', ', json_encode($lock('-free')->acquire(1)), "\n";
        RedisLock::waitUsing(function ($stream, $write, $seconds) {
            static $calls = 0;
            if (++$calls === 1) {
                echo "replaced\n";
            } elseif ($calls === 3) {
                echo "unset\n";
                RedisLock::waitUsing(null);
            }
            usleep(2000);
        });
    } else {
        usleep(2000);
    }
});
var_dump($lock()->acquire(0.5));
var_dump($depth > 1, RedisLock::waitUsing(null));
--EXPECT--
inside: false, true
replaced
unset
bool(false)
bool(true)
NULL
