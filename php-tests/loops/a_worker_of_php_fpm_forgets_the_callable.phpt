--TEST--
A request of php-fpm that has set a callable and ends with a waiter suspended, however it ends, leaves neither of them to the next request of its worker
--SKIPIF--
<?php
require __DIR__ . '/../fpm/pool.inc';
Fpm::program() ?? die('skip there is no php-fpm of this PHP');
--FILE--
<?php
require __DIR__ . '/../fpm/pool.inc';
require __DIR__ . '/../waiting/waiting.inc';
require __DIR__ . '/loop.inc';

$redis = RedisServer::start();
$fpm = Fpm::start(['www' => ['pm.max_children' => '1', 'php_admin_value[redislock.server]' => $redis->address()]]);
$next = <<<'PHP'
    $set = RedisLock::waitUsing(null);
    $lock = new RedisLock(KEY, 600);
    echo $set === null ? 'no callable' : 'a callable', ', ', $lock->acquire(1) ? 'free' : 'taken';
    PHP;
foreach (['end' => '', 'exit' => 'exit;', 'exception' => 'throw new Exception();', 'fatal error' => FATAL_ERROR] as $end => $code) {
    $fpm->begin(with_loop(<<<'PHP'
        ini_set('display_errors', '0');
        $held = new RedisLock(KEY, 600);
        $held->acquire() || exit('not acquired');
        Loop::go(fn () => (new RedisLock(KEY, 600))->acquire(60));
        Loop::run(fn (): bool => Loop::$suspended > 0);
        PHP . $code))->body();
    echo "after $end: ", $fpm->begin($next)->body();
    $clean = eventually(PATIENCE, fn (): bool => blocked($redis) === 0 && count($redis->clients()) <= 2);
    echo $clean ? ", few connections\n" : ', ' . count($redis->clients()) . " connections\n";
}
--EXPECT--
after end: no callable, free, few connections
after exit: no callable, free, few connections
after exception: no callable, free, few connections
after fatal error: no callable, free, few connections
