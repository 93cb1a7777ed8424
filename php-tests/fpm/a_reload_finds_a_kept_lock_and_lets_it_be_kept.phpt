--TEST--
A reload with a request running: its lock is kept until the request ends, then released, and no worker crashes
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/pool.inc';
$redis = RedisServer::start();
// One worker, which is surely up: php-fpm 8.4 complains of one that is told to end while it starts.
$fpm = Fpm::start(['www' => ['pm.max_children' => '1', 'php_admin_value[redislock.server]' => $redis->address()]]);

// A request ends when the test has opened the gate.
$gate = fopen(__FILE__, 'r');
flock($gate, LOCK_EX);
$request = $fpm->begin('const GATE = ' . var_export(__FILE__, true) . ';' . <<<'PHP'
    $lock = new RedisLock(KEY, 0.5, autoRenew: true);
    var_dump($lock->acquire());
    flush();
    while (!flock($gate ??= fopen(GATE, 'r'), LOCK_SH));
    var_dump($lock->isHeld());
    PHP);
$request->waitFor('bool(true)');
$fpm->signal('USR2');
$fpm->waitForLog('Reloading in progress');
usleep(1_100_000);
echo 'locks while reloading: ', $redis->call('DBSIZE'), "\n";
flock($gate, LOCK_UN);
echo $request->body();
$fpm->waitForLog('ready to handle connections', 2);
echo 'locks left: ', $redis->call('DBSIZE'), "\n";
echo $fpm->run('$lock = new RedisLock(KEY, 0.5, autoRenew: true); var_dump($lock->acquire(), usleep(700_000), $lock->isHeld());');
echo 'locks left: ', $redis->call('DBSIZE'), "\n", $fpm->troubles();
--EXPECT--
locks while reloading: 1
bool(true)
bool(true)
locks left: 0
bool(true)
NULL
bool(true)
locks left: 0
