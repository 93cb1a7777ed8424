--TEST--
SIGQUIT with a request running: its lock is kept until the request ends, then released, and no worker crashes
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/pool.inc';
$redis = RedisServer::start();
$fpm = Fpm::start(['www' => ['php_admin_value[redislock.server]' => $redis->address()]]);

// The request ends when the test has opened the gate; another worker has an idle thread.
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
echo $fpm->run('$lock = new RedisLock(KEY . "-2", 0.5, autoRenew: true); var_dump($lock->acquire());');
$fpm->signal('QUIT');
$fpm->waitForLog('Finishing');
usleep(1_100_000);
echo 'locks while ending: ', $redis->call('DBSIZE'), "\n";
flock($gate, LOCK_UN);
echo $request->body();
$fpm->waitForLog('exiting, bye-bye!');
echo 'locks left: ', $redis->call('DBSIZE'), ', connections: ', count($redis->clients()), "\n", $fpm->troubles();
--EXPECT--
bool(true)
locks while ending: 1
bool(true)
bool(true)
locks left: 0, connections: 0
