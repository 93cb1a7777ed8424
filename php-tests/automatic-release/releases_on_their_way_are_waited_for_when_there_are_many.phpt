--TEST--
32 ends of objects do not wait for the reply of a silent Redis; the next one waits for theirs
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';
$redis = RedisServer::start();

$script = $redis->background(with_key(<<<'PHP'
    $locks = [];
    while (count($locks) < 40) {
        $locks[] = $lock = new RedisLock(KEY . count($locks), 600);
        $lock->acquire() || exit(1);
    }
    // The first on a connection is waited for.
    array_pop($locks);
    unset($lock);
    echo "all are held\n";
    fgets(STDIN);
    $atOnce = 0;
    do {
        $start = hrtime(true);
        array_pop($locks);
        $seconds = (hrtime(true) - $start) / 1e9;
        $atOnce += (int) ($seconds < 1);
    } while ($seconds < 1 && $locks !== []);
    echo "$atOnce at once\n";
    PHP), ['redislock.io_timeout' => '2'] + quiet());
$script->waitForLine('all are held');
$redis->suspend();
$script->say();
$script->waitForLine('32 at once');
$redis->resume();
$result = $script->wait();
echo $result->out, $result->err, "exit code $result->code\n";
--EXPECT--
all are held
32 at once
exit code 0
