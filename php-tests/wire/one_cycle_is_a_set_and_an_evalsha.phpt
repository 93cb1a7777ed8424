--TEST--
new RedisLock("my:lock", 10), acquire() and release() are a SET and the EVALSHA of the release script with three keys
--EXTENSIONS--
redislock
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$script = script_as_sent('release_one');
$redis->call('SCRIPT', 'LOAD', $script);
$commands = $redis->monitor();
$lock = new RedisLock('my:lock', 10, $redis->address());
$lock->acquire() || exit(1);
$lock->release();
foreach ($commands() as $words) {
    echo str_replace([$lock->token(), sha1($script)], ['TOKEN', 'SHA1'], implode(' ', $words)), "\n";
}
?>
--EXPECT--
SET my:lock TOKEN NX EX 10
EVALSHA SHA1 3 my:lock my:lock:rl-waiting{my:lock} my:lock:rl-wake{my:lock} TOKEN
