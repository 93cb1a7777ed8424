--TEST--
Workers that pm.max_requests replaces while their thread runs end without a crash, and release their locks
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/pool.inc';
$redis = RedisServer::start();
$fpm = Fpm::start(['www' => ['pm.max_requests' => '2', 'php_admin_value[redislock.server]' => $redis->address()]]);

$answers = [];
for ($request = 0; $request < 40; $request++) {
    // The thread is in the middle of its work when the request, and for some the worker, ends.
    $answers[] = $fpm->run(<<<'PHP'
        $lock = new RedisLock(KEY, 5, autoRenew: true);
        $busy = new RedisLock(KEY . '-busy', 0.02, autoRenew: true);
        // On a busy machine the answer may come too late for a ttl this short.
        for ($took = false; !$took;) {
            try {
                $took = $busy->acquire();
            } catch (RedisLockLostException) {
            }
        }
        echo $lock->acquire() ? 'held' : 'refused';
        while (RedisLock::stats()['renewed'] === 0 && RedisLock::stats()['lost'] === 0);
        PHP);
}
echo json_encode(array_count_values($answers)), "\n";
$fpm->waitForLog('exited with code 0', 15);
var_dump(eventually(PATIENCE, fn (): bool => count($redis->clients()) <= 4), $redis->call('EXISTS', test_key()));
echo $fpm->troubles();
--EXPECT--
{"held":40}
bool(true)
int(0)
