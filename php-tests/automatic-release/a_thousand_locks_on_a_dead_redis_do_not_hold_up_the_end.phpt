--TEST--
A script with 1,000 locks on a Redis that no longer replies ends within two io_timeouts
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';
$redis = RedisServer::start();

$script = $redis->background(with_key(<<<'PHP'
    $locks = [];
    while (count($locks) < 1000) {
        $locks[] = $lock = new RedisLock(KEY . count($locks), 600);
        $lock->acquire() || exit(1);
    }
    echo "all are held\n";
    fgets(STDIN);
    PHP), ['redislock.io_timeout' => '0.3'] + quiet());
$script->waitForLine('all are held');
$redis->suspend();
$start = hrtime(true);
$script->say();
$result = $script->wait();
$seconds = (hrtime(true) - $start) / 1e9;
echo $result->out, $result->err, "exit code $result->code\n";
// 0.7 s for a machine that does other things as well.
echo $seconds < 2 * 0.3 + 0.7 ? 'in time' : "after $seconds s", "\n";
--EXPECT--
all are held
exit code 0
in time
