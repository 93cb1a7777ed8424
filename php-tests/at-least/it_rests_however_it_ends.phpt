--TEST--
The end of the object, an exception out of run(), exit and a fatal error leave the key at rest, too; forceRelease() does not
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../automatic-release/ending.inc';

$redis = RedisServer::start();
foreach ([
    '$lock->acquire() || exit(1); unset($lock);',
    '$lock->run(fn () => 1);',
    'try { $lock->run(fn () => throw new Exception()); } catch (Exception) {}',
    '$lock->acquire() || exit(1); $kept = $lock; exit;',
    '$lock->acquire() || exit(1); trigger_error("no way on", E_USER_ERROR);',
    '$lock->acquire() || exit(1); $lock->forceRelease();',
] as $end) {
    $redis->php(with_key('$lock = new RedisLock(KEY, 600, atLeast: 100); ' . $end), quiet());
    $left = $redis->call('PTTL', test_key());
    echo $redis->call('GET', test_key()) ?? 'free', ', ', $left > 90_000 && $left <= 100_000 ? 'for the rest' : $left, "\n";
    $redis->call('DEL', test_key());
}
--EXPECT--
rl_rest, for the rest
rl_rest, for the rest
rl_rest, for the rest
rl_rest, for the rest
rl_rest, for the rest
free, -2
