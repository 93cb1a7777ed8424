--TEST--
The stream takes no byte from the wait and cannot be closed; after the call it is a closed resource
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();
$lock = fn (string $suffix = '', float $ttl = 600): RedisLock => new RedisLock(test_key($suffix), $ttl, $redis->address());

$kept = null;
RedisLock::waitUsing(function ($stream, bool $write, float $seconds) use (&$kept) {
    if (is_resource($stream) && $kept === null) {
        $kept = $stream;
        var_dump(get_resource_type($stream), stream_get_meta_data($stream)['stream_type']);
        var_dump(@fread($stream, 100), @fwrite($stream, 'PING'), @fclose($stream), is_resource($stream));
    }
    if (is_resource($stream)) {
        @fread($stream, 100);
    }
    Loop::wait($stream, $write, $seconds);
    if (is_resource($stream)) {
        // What has come now is the wait's own.
        @fread($stream, 100);
        @stream_get_contents($stream);
    }
});
$holder = $lock();
$holder->acquire() || print("not acquired\n");
Loop::go(function () use ($lock): void {
    [$acquired, $took] = timed(fn () => $lock()->acquire(20));
    var_dump($acquired);
    within(0.09, $took, 0.5 * SLOWNESS, 'woken at once');
});
Loop::go(function () use ($holder): void {
    Loop::sleep(0.1);
    $holder->release();
});
Loop::run();
var_dump(is_resource($kept));
echo throws(fn () => fread($kept, 1)), "\n";
--EXPECTF--
string(6) "stream"
string(9) "redislock"
bool(false)
bool(false)
bool(false)
bool(true)
bool(true)
woken at once: yes
bool(false)
TypeError: fread(): %s
