--TEST--
A fatal error while a suspended acquire waits for its reply: what Redis took meanwhile stays for its ttl, an endless lock for a minute; what was held is released
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();

$script = $redis->background(with_loop(<<<'PHP'
    $asks = false;
    Loop::go(function () use (&$asks) {
        // Connected, and the script is known.
        $held = new RedisLock('held', 600);
        $held->acquire(1) || print('not acquired');
        echo "ready\n";
        fgets(STDIN);
        $asks = true;
        (new RedisLock('key', INF))->acquire(60) || print('not acquired');
    });
    Loop::go(function () use (&$asks) {
        while (!$asks) {
            Loop::sleep(0.01);
        }
        Loop::sleep(0.1);
        echo "dies\n";
        eval("class Broken { function nothing(); }");
    });
    Loop::run();
    PHP), ['redislock.io_timeout' => 10, 'display_errors' => '0']);
$script->waitForLine('ready');
$redis->suspend();
$script->say();
$script->waitForLine('dies');
usleep(100_000);
$redis->resume();
var_dump($script->wait()->code);
$left = $redis->call('PTTL', 'key');
var_dump(0 < $left && $left <= 60_000, $redis->call('EXISTS', 'held'));
--EXPECT--
int(255)
bool(true)
int(0)
