--TEST--
A stopped Redis is a RedisLockConnectionException in every method, within two io_timeouts
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
foreach (['acquire', 'run', 'extend', 'isHeld', 'ensureHeld', 'isLocked', 'holder', 'forceRelease', 'release'] as $method) {
    $code = "
        require '" . __DIR__ . "/methods.inc';
        \$lock = new RedisLock('$method', 60);
        in_array('$method', ['acquire', 'run'], true) || \$lock->acquire();
        echo \"ready\\n\";
        fgets(STDIN);
        // Less than three, for a loaded machine.
        \$begin = hrtime(true);
        \$answer = answer(fn () => \$lock->$method(...'$method' === 'run' ? ['pi'] : []));
        echo \$answer, hrtime(true) - \$begin < 3e9 * " . SLOWNESS . " ? '' : ', too late', \"\\n\";
    ";
    $processes[$method] = $redis->background($code, ['redislock.io_timeout' => 1]);
    $processes[$method]->waitForLine('ready');
}
$redis->suspend();
array_walk($processes, fn (Background $php) => $php->say());
foreach ($processes as $method => $php) {
    echo "$method: ", substr($php->wait()->out, strlen("ready\n"));
}
--EXPECTF--
acquire: RedisLockConnectionException: could not acquire lock "acquire": 127.0.0.1:%d: no reply within 1 s (io_timeout); do not start the guarded work
run: RedisLockConnectionException: could not acquire lock "run": 127.0.0.1:%d: no reply within 1 s (io_timeout); do not start the guarded work
extend: RedisLockConnectionException: could not extend lock "extend": 127.0.0.1:%d: no reply within 1 s (io_timeout); the lease stands until remaining() is 0
isHeld: RedisLockConnectionException: could not inspect lock "isHeld": 127.0.0.1:%d: no reply within 1 s (io_timeout); try again
ensureHeld: RedisLockConnectionException: could not inspect lock "ensureHeld": 127.0.0.1:%d: no reply within 1 s (io_timeout); try again
isLocked: RedisLockConnectionException: could not inspect lock "isLocked": 127.0.0.1:%d: no reply within 1 s (io_timeout); try again
holder: RedisLockConnectionException: could not inspect lock "holder": 127.0.0.1:%d: no reply within 1 s (io_timeout); try again
forceRelease: RedisLockConnectionException: could not force the release of lock "forceRelease": 127.0.0.1:%d: no reply within 1 s (io_timeout); call forceRelease() again
release: RedisLockConnectionException: could not release lock "release": 127.0.0.1:%d: no reply within 1 s (io_timeout); call release() again, or leave the lock to its ttl
