--TEST--
A wait on several servers suspends with one stream for all of them, also while one is silent
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();

$servers = [$redis, RedisServer::start(), RedisServer::start()];
$addresses = array_map(fn (RedisServer $server): string => $server->address(), $servers);
Loop::install();
$holder = new RedisLock(test_key(), 600, $addresses);
$holder->acquire() || print("not acquired\n");
Loop::go(function () use ($addresses): void {
    echo json_encode((new RedisLock(test_key(), 600, $addresses))->acquire(20)), "\n";
});
Loop::go(function () use ($holder): void {
    Loop::sleep(0.1);
    echo "another went on\n";
    $holder->release();
});
Loop::run();
$servers[2]->suspend();
$ticks = 0;
$over = false;
Loop::go(function () use ($addresses, &$over): void {
    echo json_encode((new RedisLock(test_key('-2'), 600, $addresses))->acquire(20)), "\n";
    $over = true;
});
Loop::go(function () use (&$ticks, &$over): void {
    while (!$over) {
        Loop::sleep(0.002);
        $ticks++;
    }
});
Loop::run();
echo $ticks > 2 ? "others went on\n" : "blocked\n";
$servers[2]->resume();
--EXPECT--
another went on
true
true
others went on
