--TEST--
A script whose Redis hangs while the thread waits for it ends within a few io_timeouts, with its own exit code
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$keeper = keeper($redis, test_key(), 1.5, 'exit(3);', ['redislock.io_timeout' => '1', 'redislock.connect_timeout' => '1']);
$redis->suspend();
// At half a second the thread has asked, and waits.
usleep(800_000);
$start = hrtime(true);
$keeper->say();
$result = $keeper->wait();
$seconds = (hrtime(true) - $start) / 1e9;
echo $result->out, $result->err, "exit code $result->code, ", $seconds < 4 ? 'in time' : "after $seconds s", "\n";
$redis->resume();
--EXPECT--
held
exit code 3, in time
