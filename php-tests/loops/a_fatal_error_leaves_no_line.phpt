--TEST--
A request that dies with a line suspended leaves neither the line nor descriptors to the next request of its process
--FILE--
<?php
require __DIR__ . '/line.inc';
$redis = RedisServer::start();

$port = free_port();
$server = $redis->background(with_loop(<<<'PHP'
    ini_set('display_errors', '0');
    $held = new RedisLock('held', 600);
    $held->acquire(1) || print("not acquired\n");
    $served = 0;
    for ($n = 0; $n < 5; $n++) {
        Loop::go(function () use (&$served): void {
            $own = new RedisLock('held', 600);
            $served += $own->acquire(20);
            $own->release();
        });
    }
    Loop::go(function () use ($held): void {
        while (Loop::$suspended < 5) {
            Loop::sleep(0.001);
        }
        Loop::sleep(0.05);
        isset($_GET['dies']) && eval('class Broken { function nothing(); }');
        $held->release();
    });
    $start = hrtime(true);
    Loop::run(function () use (&$served): bool {
        return $served === 5;
    });
    echo hrtime(true) - $start < 900e6 ? 'at once' : 'late', ', ', count(scandir('/proc/self/fd'));
    PHP), [], ['-S', "127.0.0.1:$port"]);
$ask = fn (string $how = ''): string => (string) @file_get_contents("http://127.0.0.1:$port/$how");
eventually(PATIENCE, fn (): bool => $ask() !== '');
// AddressSanitizer opens a file of its own at the first.
$ask('?dies');
$first = $ask();
for ($n = 0; $n < 3; $n++) {
    $ask('?dies');
}
$next = $ask();
echo $next, "\n", $next === $first ? 'as many descriptors as before' : "before: $first", "\n";
--EXPECTF--
at once, %d
as many descriptors as before
