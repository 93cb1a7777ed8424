--TEST--
A fatal error while a suspended acquire waits for its reply: what Redis took meanwhile is released at the end
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();

$script = $redis->background(with_loop(<<<'PHP'
    $asks = false;
    Loop::go(function () use (&$asks) {
        // Connected, and the script is known.
        (new RedisLock('warm'))->acquire(1) || print('not acquired');
        echo "ready\n";
        fgets(STDIN);
        $asks = true;
        (new RedisLock('key', 600))->acquire(60) || print('not acquired');
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
$commands = $redis->monitor();
$redis->suspend();
$script->say();
$script->waitForLine('dies');
usleep(100_000);
$redis->resume();
var_dump($script->wait()->code);
foreach ($commands(true) as $words) {
    if (in_array('key', $words, true) && in_array($words[0], ['SET', 'DEL'], true)) {
        echo "$words[0]\n";
    }
}
var_dump($redis->call('EXISTS', 'key'));
?>
--EXPECT--
int(255)
SET
DEL
int(0)
