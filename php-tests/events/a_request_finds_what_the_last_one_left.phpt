--TEST--
Events that a request did not take out, and its end, are in the next request of the same prefix and server, with its number, and in no other
--SKIPIF--
<?php
require __DIR__ . '/../fpm/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/../fpm/pool.inc';
$redis = RedisServer::start();
$fpm = Fpm::start(['www' => ['pm.max_children' => '1', 'php_admin_value[redislock.server]' => $redis->address(), 'php_admin_value[redislock.events]' => '100', 'php_admin_flag[display_errors]' => 'off']]);
$told = 'foreach (RedisLock::events() as $event) echo "$event[event] $event[outcome] $event[key] in request $event[request]\n"; echo "--\n";';

echo $fpm->run('final class Kept { public static $locks = []; } Kept::$locks[] = $lock = new RedisLock("static"); $lock->acquire() || exit(1); echo "first\n";');
echo $fpm->run($told . '(new RedisLock("run"))->run(function () { exit("exit\n"); });');
echo $fpm->run($told . '$lock = new RedisLock("fatal"); $lock->acquire() || exit(1); $lock = [new Missing(), $lock];');
echo $fpm->run($told . '$lock = new RedisLock("shutdown"); $lock->acquire() || exit(1); register_shutdown_function(function () { ' . $told . ' });');
echo $fpm->run($told . '$lock = new RedisLock("private"); $lock->acquire() || exit(1);');
// Another application of the pool: its own settings come with the request.
echo $fpm->ask($fpm->script($told), added: ['PHP_VALUE' => 'redislock.prefix=other:'])->body();
echo $fpm->troubles();
--EXPECT--
first
acquired free static in request 1
released request static in request 1
--
exit
acquired free run in request 2
released run run in request 2
--
acquired free fatal in request 3
released request fatal in request 3
--
acquired free shutdown in request 4
--
released request shutdown in request 4
--
--
