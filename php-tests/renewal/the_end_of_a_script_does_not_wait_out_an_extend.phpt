--TEST--
The end of a script does not wait until a silent Redis has replied to the thread: that is interrupted
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$hanging = RedisServer::start();
$redis = RedisServer::start();

// autoRelease: false, so that nothing but the thread has a question for the Redis that hangs.
$keeper = $redis->background('$lock = new RedisLock("key", 0.5, "' . $hanging->address() . '", autoRelease: false, autoRenew: true);'
    . 'echo $lock->acquire() ? "held\n" : ""; fgets(STDIN);', ['redislock.io_timeout' => '30']);
$keeper->waitForLine('held');
$hanging->suspend();
usleep(400_000);
$start = hrtime(true);
$keeper->say();
$result = $keeper->wait();
$seconds = (hrtime(true) - $start) / 1e9;
echo $result->out, $result->err, "exit code $result->code, ", $seconds < 3 ? 'in time' : "after $seconds s", "\n";
$hanging->resume();
--EXPECT--
held
exit code 0, in time
