--TEST--
Workers that pm.max_requests replaces end without a crash, and with them their connections
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/pool.inc';
$redis = RedisServer::start();
$fpm = Fpm::start(['www' => ['pm.max_requests' => '3', 'php_admin_value[redislock.server]' => $redis->address()]]);

$workers = [];
for ($request = 0; $request < 40; $request++) {
    // Held at the end of the request, which for some is the end of the worker as well.
    $workers[] = $fpm->run(<<<'PHP'
        $lock = new RedisLock(KEY, 600);
        echo $lock->acquire() ? getmypid() : 'refused';
        PHP);
}
var_dump(in_array('refused', $workers, true), max(array_count_values($workers)) <= 3);
$fpm->waitForLog('exited with code 0', 10);
var_dump(eventually(5, fn (): bool => count($redis->clients()) <= 2), $redis->call('DBSIZE'));
echo $fpm->troubles();
--EXPECT--
bool(false)
bool(true)
bool(true)
int(0)
