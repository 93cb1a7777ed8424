--TEST--
A script whose Redis was killed ends at once and without a word
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/ending.inc';
$redis = RedisServer::start();

$script = $redis->background(with_key(<<<'PHP'
    $unset = new RedisLock(KEY . '-unset', 600);
    $global = new RedisLock(KEY . '-global', 600);
    var_dump($unset->acquire(), $global->acquire());
    echo "held\n";
    fgets(STDIN);
    unset($unset);
    echo "still running\n";
    PHP), ['redislock.connect_timeout' => '20', 'redislock.io_timeout' => '20'] + quiet());
$script->waitForLine('held');
$redis->stop();
$start = hrtime(true);
$script->say();
$result = $script->wait();
$seconds = (hrtime(true) - $start) / 1e9;
echo $result->out, $result->err, "exit code $result->code\n";
// Far from the timeouts: nobody waits for a connection that is refused.
echo $seconds < 5 ? 'in time' : "after $seconds s", "\n";
--EXPECT--
bool(true)
bool(true)
held
still running
exit code 0
in time
