--TEST--
A lock is held after fastcgi_finish_request() until the script really ends
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/pool.inc';
$redis = RedisServer::start();
$fpm = Fpm::start(['www' => ['pm.max_children' => '1', 'php_admin_value[redislock.server]' => $redis->address()]]);

// The script ends when the test has opened the gate.
$gate = fopen(__FILE__, 'r');
flock($gate, LOCK_EX);
echo $fpm->run('const GATE = ' . var_export(__FILE__, true) . ';' . <<<'PHP'
    $lock = new RedisLock(KEY, 600);
    var_dump($lock->acquire());
    fastcgi_finish_request();
    while (!flock($gate ??= fopen(GATE, 'r'), LOCK_SH));
    PHP);
echo 'locks held: ', $redis->call('DBSIZE'), "\n";
flock($gate, LOCK_UN);
var_dump(eventually(PATIENCE, fn (): bool => $redis->call('DBSIZE') === 0));
echo $fpm->troubles();
--EXPECT--
bool(true)
locks held: 1
bool(true)
