--TEST--
A lock that a request leaves in a global is released at the request's end, and the worker lives on
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/pool.inc';
$redis = RedisServer::start();
$fpm = Fpm::start(['www' => ['pm.max_children' => '1', 'php_admin_value[redislock.server]' => $redis->address()]]);

for ($request = 0; $request < 5; $request++) {
    echo $fpm->run(<<<'PHP'
        $lock = new RedisLock(KEY, 600);
        var_dump($lock->acquire(), $lock->isHeld());
        PHP);
    echo 'locks left: ', $redis->call('DBSIZE'), "\n";
}
$worker = array_unique([$fpm->run('echo getmypid();'), $fpm->run('echo getmypid();')]);
echo count($worker), " worker\n", $fpm->troubles();
--EXPECT--
bool(true)
bool(true)
locks left: 0
bool(true)
bool(true)
locks left: 0
bool(true)
bool(true)
locks left: 0
bool(true)
bool(true)
locks left: 0
bool(true)
bool(true)
locks left: 0
1 worker
