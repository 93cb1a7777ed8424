--TEST--
With autoRenew a request holds its lock for several ttls, and nothing is renewed after its end
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/pool.inc';
$redis = RedisServer::start();
$fpm = Fpm::start(['www' => ['pm.max_children' => '1', 'php_admin_value[redislock.server]' => $redis->address()]]);

echo $fpm->run(<<<'PHP'
    $lock = new RedisLock(KEY, 0.5, autoRenew: true);
    $kept = new RedisLock(KEY . '-left', 0.5, autoRenew: true, autoRelease: false);
    var_dump($lock->acquire(), $kept->acquire());
    usleep(1_600_000);
    var_dump($lock->remaining() > 0, $lock->isHeld(), $kept->isHeld());
    PHP);
var_dump($redis->call('EXISTS', test_key()));
// The worker lives on, and its thread for a moment; what was not released has its ttl.
var_dump(eventually(0.5 + 0.4, fn (): bool => $redis->call('EXISTS', test_key('-left')) === 0));
echo $fpm->run('var_dump(RedisLock::stats()["lost"]);'), $fpm->troubles();
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(0)
bool(true)
int(0)
