--TEST--
A fatal error beside a fiber inside run() ends the renewal of its lock with the request: it goes within its ttl, and the worker lives on
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/pool.inc';
$redis = RedisServer::start();
$fpm = Fpm::start(['www' => ['pm.max_children' => '1', 'php_admin_flag[display_errors]' => 'off',
    'php_admin_value[redislock.server]' => $redis->address()]]);

echo $fpm->run(<<<'PHP'
    $lock = new RedisLock('left', 1, autoRelease: false, autoRenew: true);
    $fiber = new Fiber(fn () => $lock->run(fn () => Fiber::suspend('in run()')));
    echo $fiber->start(), "\n";
    eval('class Broken { function nothing(); }');
    PHP);
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('EXISTS', 'left') === 0));
// The next request of the same worker finds nothing that is renewed.
echo $fpm->run(<<<'PHP'
    $before = RedisLock::stats()['renewed'];
    $lock = new RedisLock('left', 1);
    var_dump($lock->acquire());
    usleep(800_000);
    echo RedisLock::stats()['renewed'] - $before, " renewed\n";
    PHP);
echo $fpm->troubles();
--EXPECT--
in run()
bool(true)
bool(true)
0 renewed
