--TEST--
With autoRelease: false a release() that got no reply is sent again when the object goes, unless others have the token by then
--INI--
redislock.io_timeout=0.1
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
$redis = RedisServer::start();

foreach (['own' => null, 'told' => null, 'given' => 'chosen'] as $whose => $token) {
    $lock = new RedisLock(test_key($whose), 600, $redis->address(), $token, autoRelease: false);
    $lock->acquire() || exit(1);
    $held = $redis->call('GET', test_key($whose));
    $redis->suspend();
    echo "$whose: ", strtok(throws($lock->release(...)), ":"), "\n";
    // What was sent before would run once the server does: it is gone with its connections.
    $redis->stop();
    $whose === 'told' && $lock->token();
    $redis->restart();
    $redis->call('SET', test_key($whose), $held, 'EX', '600');
    unset($lock);
    var_dump((new RedisLock(test_key($whose), 600, $redis->address()))->isLocked());
}
--EXPECT--
own: RedisLockConnectionException
bool(false)
told: RedisLockConnectionException
bool(true)
given: RedisLockConnectionException
bool(true)
