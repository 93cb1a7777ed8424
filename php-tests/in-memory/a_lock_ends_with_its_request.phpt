--TEST--
In a worker of php-fpm what a request holds at memory: is gone at its end, also after a fatal error; with autoRelease: false it is still there
--SKIPIF--
<?php
require __DIR__ . '/../fpm/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/../fpm/pool.inc';
$fpm = Fpm::start(['www' => ['pm.max_children' => '1', 'php_admin_value[redislock.server]' => 'memory:']]);

$worker = $fpm->run('echo getmypid();');
for ($request = 0; $request < 3; $request++) {
    $taken = $fpm->run('$lock = new RedisLock(KEY, 600); $renewed = new RedisLock(KEY . "-2", 600, autoRenew: true);
        echo $lock->acquire() && $renewed->acquire() ? "both" : "not both"; trigger_error("no way on", E_USER_ERROR);');
    echo substr($taken, 0, 4), ' ';
}
echo $fpm->run('$left = new RedisLock(KEY, 600, autoRelease: false); echo json_encode($left->acquire());'), ' ';
echo $fpm->run('echo json_encode((new RedisLock(KEY))->isLocked());'), "\n";
var_dump($fpm->run('echo getmypid();') === $worker);
echo $fpm->troubles();
--EXPECT--
both both both true true
bool(true)
