--TEST--
releaseAll() under a callable releases what its own fiber acquired, and not what others hold
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();
$lock = fn (string $suffix = '', float $ttl = 600): RedisLock => new RedisLock(test_key($suffix), $ttl, $redis->address());

Loop::install();
$main = $lock('-main');
$main->acquire() || print("not acquired\n");
$names = fn (array $keys): string => implode(' ', array_map(fn (string $key): string => substr($key, strlen(test_key())), $keys));
foreach (['-one', '-two'] as $name) {
    Loop::go(function () use ($lock, $name, $names, &$released): void {
        $mine = $lock($name);
        $mine->acquire() || print("not acquired\n");
        $waited = $lock("$name-waited");
        $waited->acquire(5) || print("not acquired\n");
        Loop::sleep(0.05);
        $released[$name] = $names(RedisLock::releaseAll());
        Loop::sleep(0.05);
    });
}
Loop::run();
echo $released['-one'], "\n", $released['-two'], "\n";
echo $names(RedisLock::releaseAll()), "\n";
// Without a callable it is all of the thread.
Loop::go(function () use ($lock, &$kept): void {
    $kept = $lock('-kept');
    $kept->acquire() || print("not acquired\n");
});
Loop::run();
RedisLock::waitUsing(null);
echo $names(RedisLock::releaseAll()), "\n";
--EXPECT--
-one -one-waited
-two -two-waited
-main
-kept
