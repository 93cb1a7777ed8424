--TEST--
A lock that cannot be renewed because no thread can be started is not taken, and an adopted one throws each time
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

// A stack of 64 TiB for each thread: the system gives none.
putenv('RUST_MIN_STACK=70368744177664');
$result = $redis->php('
    require "' . __DIR__ . '/renewal.inc";
    $lock = new RedisLock("key", 10, autoRenew: true);
    $withoutNumber = fn (string $message): string => preg_replace("/: [^:]*os error.*/", ": CAUSE", $message);
    echo $withoutNumber(throws(fn () => $lock->acquire())), "\n";
    var_dump($lock->isLocked(), state($lock));
    echo $withoutNumber(throws(fn () => $lock->run(fn () => print("called\n")))), "\n";
    (new RedisLock("key", 10, token: "given", autoRelease: false))->acquire() || exit(1);
    $lock = new RedisLock("key", 10, token: "given", autoRenew: true);
    foreach (["isHeld", "extend", "ensureHeld", "isHeld"] as $method) {
        echo $method, ": ", get_class((function () use ($lock, $method) {
            try {
                $lock->$method();
            } catch (RedisLockException $e) {
                return $e;
            }
        })() ?? new stdClass()), "\n";
    }');
putenv('RUST_MIN_STACK');
echo $result->out, $result->err;
--EXPECT--
RedisLockConnectionException: could not acquire lock "key": autoRenew: CAUSE
bool(false)
string(4) "none"
RedisLockConnectionException: could not acquire lock "key": autoRenew: CAUSE
isHeld: RedisLockConnectionException
extend: RedisLockConnectionException
ensureHeld: RedisLockConnectionException
isHeld: RedisLockConnectionException
