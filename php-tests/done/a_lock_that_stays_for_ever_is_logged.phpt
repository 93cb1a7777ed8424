--TEST--
A lock without a ttl whose release got no reply, and whose token others know, is an event and a line in the log; else it is released, or ends by itself
--INI--
log_errors=1
redislock.events=16
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$server = $redis->address() . '?io_timeout=0.2';
$log = tempnam(sys_get_temp_dir(), 'log');
ini_set('error_log', $log);
foreach ([[INF, 600, true], [INF, 600, false], [INF, 0, true], [INF, 0, false], [30, 600, true]] as [$ttl, $doneFor, $told]) {
    file_put_contents($log, '');
    $redis->call('DEL', test_key());
    $lock = new RedisLock(test_key(), $ttl, $server);
    $lock->run(function (RedisLock $lock) use ($redis, $told) {
        $told && $lock->token();
        // Redis runs none of it, because the connections are closed before the pause is over.
        $redis->call('CLIENT', 'PAUSE', '60000', 'WRITE');
    }, doneFor: $doneFor);
    $redis->call('CLIENT', 'UNPAUSE');
    unset($lock);
    (new RedisLock('other', 1, $server))->isLocked();
    RedisLock::stats();
    $key = $redis->call('GET', test_key());
    $says = preg_match('/redislock: lock .*/', file_get_contents($log), $line) ? $line[0] : 'nothing logged';
    echo $key === null ? 'free' : (str_starts_with($key, 'rl_done') ? 'done' : 'held'), ', ', $says, ', ',
        json_encode(array_column(RedisLock::events(), 'outcome')), "\n";
}
unlink($log);
--EXPECTF--
held, redislock: lock "%s" has no ttl and stays: it could not be released, and no release of it is sent any more; once nobody trusts it any more, remove it by forceRelease(), %s
done, nothing logged, %s
held, redislock: lock "%s" has no ttl and stays: it could not be released, and no release of it is sent any more; once nobody trusts it any more, remove it by forceRelease(), %s
free, nothing logged, %s
held, nothing logged, %s
