--TEST--
A request that ends with fibers suspended, however it ends, leaves neither a callable nor a blocked client to the next
--FILE--
<?php
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';
$redis = RedisServer::start();

$port = free_port();
$server = $redis->background(with_loop(<<<'PHP'
    ini_set('display_errors', '0');
    $ends = $_GET['ends'] ?? '';
    if ($ends === '') {
        $before = RedisLock::waitUsing(null);
        $key = new RedisLock('next');
        die(($before === null ? 'a callable' : 'its own callable') . ', ' . ($key->acquire(1) ? 'free' : 'taken'));
    }
    // One suspended in BLPOP and two behind it, one asleep between two polls, one that holds a lock meanwhile.
    $held = new RedisLock('held', 600);
    $held->acquire() || print("not acquired\n");
    for ($n = 0; $n < 3; $n++) {
        Loop::go(fn () => (new RedisLock('held', 600))->acquire(60));
    }
    $silent = new RedisLock('silent', 600, token: 'of-no-lock-of-ours');
    $silent->acquire() || print("not acquired\n");
    Loop::go(fn () => (new RedisLock('silent', 600))->acquire(60));
    Loop::go(function () { $own = new RedisLock('own', 600); $own->acquire(); Loop::sleep(60); });
    Loop::go(function () use ($ends) {
        while (Loop::$suspended < 5) {
            Loop::sleep(0.001);
        }
        Loop::sleep(0.05);
        match ($ends) {
            'fatal error' => eval("class Broken { function nothing(); }"),
            'exit' => exit,
            'exception' => throw new Exception(),
            'end' => $GLOBALS['over'] = true,
        };
    });
    Loop::run(fn () => isset($GLOBALS['over']));
    PHP), [], ['-S', "127.0.0.1:$port"]);
$ask = fn (string $ends): string => (string) @file_get_contents("http://127.0.0.1:$port/?ends=" . urlencode($ends));
eventually(PATIENCE, fn (): bool => $ask('') !== '');
foreach (['end', 'exit', 'exception', 'fatal error'] as $ends) {
    for ($n = 0; $n < 3; $n++) {
        $ask($ends);
    }
    $next = $ask('');
    $clean = eventually(PATIENCE, fn (): bool => blocked($redis) === 0 && count($redis->clients()) <= 5);
    $keys = array_filter($redis->call('KEYS', '*'), fn (string $key): bool => !str_contains($key, ':rl-'));
    echo "after $ends: $next, ", $clean ? 'few connections' : count($redis->clients()) . ' connections, ' . blocked($redis) . ' blocked',
        ', ', $keys ? implode(' ', $keys) : 'no key', "\n";
}
--EXPECT--
after end: its own callable, free, few connections, no key
after exit: its own callable, free, few connections, no key
after exception: its own callable, free, few connections, no key
after fatal error: its own callable, free, few connections, no key
