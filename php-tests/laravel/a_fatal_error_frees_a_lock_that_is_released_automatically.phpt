--TEST--
A fatal error, exit, a memory limit and a time limit free a lock with autoRelease() at once, and no other
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp($redis = RedisServer::start());
$endings = [
    'fatal error' => 'eval("class A {} class A {}");',
    'exit' => 'exit(1);',
    'memory limit' => 'ini_set("memory_limit", "40M"); $text = str_repeat("x", 100000000);',
    'time limit' => 'set_time_limit(1); while (true) {}',
    'uncaught exception' => 'throw new Exception();',
];
foreach ($endings as $how => $code) {
    $result = $app->php("\$kept = Cache::lock('kept', 60); \$kept->get(); \$given = Cache::lock('given', 60)->autoRelease(); \$given->get(); echo 'working'; $code");
    echo $how, ': ', substr($result->out, 0, 7), ', left: ';
    foreach ($redis->call('KEYS', '*') as $key) {
        echo preg_replace('/.*cache:?/', '', $key), "\n";
    }
    $redis->call('FLUSHALL');
}
--EXPECT--
fatal error: working, left: kept
exit: working, left: kept
memory limit: working, left: kept
time limit: working, left: kept
uncaught exception: working, left: kept
