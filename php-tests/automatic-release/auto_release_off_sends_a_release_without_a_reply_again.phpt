--TEST--
With autoRelease: false a release() that got no reply is sent again when the object goes, whoever else has the token: the program asked for it
--EXTENSIONS--
redislock
--INI--
redislock.io_timeout=0.1
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();

foreach (['own' => null, 'given' => 'chosen'] as $whose => $token) {
    $lock = new RedisLock(test_key($whose), 600, $redis->address(), $token, autoRelease: false);
    $lock->acquire() || exit(1);
    $redis->suspend();
    echo "$whose: ", strtok(throws($lock->release(...)), ":"), "\n";
    // What was sent before would run once the server does: it is gone with its connections.
    $redis->stop();
    $held = $lock->token();
    $redis->restart();
    $redis->call('SET', test_key($whose), $held, 'EX', '600');
    unset($lock);
    var_dump((new RedisLock(test_key($whose), 600, $redis->address()))->isLocked());
}
--EXPECT--
own: RedisLockConnectionException
bool(false)
given: RedisLockConnectionException
bool(false)
