--TEST--
Five waiters that hold one after the other all get the lock, never two at a time, and leave nothing behind
--FILE--
<?php
require __DIR__ . '/waiting.inc';

$redis = RedisServer::start();
$key = test_key();
$lock = new RedisLock($key, 600, $redis->address());
$lock->acquire() || exit(1);
$waiters = array_map(fn (): Background => process($redis, $key, <<<'PHP'
    for ($turn = 0; $turn < 3; $turn++) {
        $lock->acquire(20) || exit("refused\n");
        $entered = hrtime(true);
        usleep(20_000);
        $left = hrtime(true);
        var_dump($lock->release());
        fwrite(STDERR, "$entered $left\n");
    }
    PHP), range(1, 5));
until_blocked($redis, 5);
$lock->release();
[$out, $turns] = ['', []];
foreach ($waiters as $waiter) {
    $result = $waiter->wait();
    $out .= $result->out;
    array_push($turns, ...array_map(fn (string $line): array => sscanf($line, '%d %d'), explode("\n", trim($result->err))));
}
echo substr_count($out, "bool(true)\n"), ' turns, ', strlen($out) === 15 * 11 ? 'nothing else' : $out, "\n";
sort($turns);
$together = 0;
for ($i = 1; $i < 15; $i++) {
    $together += $turns[$i][0] < $turns[$i - 1][1] ? 1 : 0;
}
echo "$together times two at a time\n";
show_what_is_left($redis);
--EXPECT--
15 turns, nothing else
0 times two at a time
left: nothing
