--TEST--
A fatal error in a request releases its locks, and the worker lives on
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/pool.inc';
require __DIR__ . '/../automatic-release/ending.inc';
$redis = RedisServer::start();
$fpm = Fpm::start(['www' => ['pm.max_children' => '1', 'php_admin_value[redislock.server]' => $redis->address()]]);

$worker = $fpm->run('echo getmypid();');
for ($request = 0; $request < 20; $request++) {
    $body = $fpm->run(<<<'PHP'
        function work(): void
        {
            $lock = new RedisLock(KEY . '-function', 600);
            var_dump($lock->acquire());
            (new RedisLock(KEY . '-run', 600))->run(fn () => trigger_error('no way on', E_USER_ERROR));
        }
        work();
        PHP);
    if ($redis->call('DBSIZE') !== 0) {
        echo "locks are left\n";
    }
}
echo readable($body);
var_dump($fpm->run('echo getmypid();') === $worker);
echo $fpm->troubles();
--EXPECT--
bool(true)
Fatal error: no way on
bool(true)
