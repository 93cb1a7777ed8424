--TEST--
Two workers serve 50 requests over two connections, one each
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/pool.inc';
$redis = RedisServer::start();
$fpm = Fpm::start(['www' => ['php_admin_value[redislock.server]' => $redis->address()]]);

// A request ends when the test has opened the gate, so two that have begun are in two workers.
$gate = fopen(__FILE__, 'r');
$code = 'const GATE = ' . var_export(__FILE__, true) . ';' . <<<'PHP'
    $lock = new RedisLock(KEY . getmypid(), 600);
    echo $lock->acquire() && $lock->extend() ? 'held' : 'not held';
    flush();
    while (!flock($gate ??= fopen(GATE, 'r'), LOCK_SH));
    echo $lock->release() ? ' and released by ' : ' and not released by ', getmypid();
    PHP;
$answers = $connections = [];
for ($pair = 0; $pair < 25; $pair++) {
    flock($gate, LOCK_EX);
    $requests = [$fpm->begin($code), $fpm->begin($code)];
    array_map(fn (FastCgiRequest $request) => $request->waitFor('held'), $requests);
    flock($gate, LOCK_UN);
    array_push($answers, ...array_map(fn (FastCgiRequest $request): string => $request->body(), $requests));
    $connections[] = implode(' ', array_column($redis->clients(), 'id'));
}
echo count($answers), ' answers from ', count(array_unique($answers)), " workers\n";
echo implode("\n", array_unique(preg_replace('/\d+/', 'a worker', $answers))), "\n";
echo 'connections seen: ', preg_replace('/\d+/', 'id', implode(' | ', array_unique($connections))), "\n";
echo $fpm->troubles();
--EXPECT--
50 answers from 2 workers
held and released by a worker
connections seen: id id
