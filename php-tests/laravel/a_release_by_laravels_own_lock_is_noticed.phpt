--TEST--
A lock of ours that a worker with Laravel's own driver releases wakes no waiter, and is noticed within 1.1 seconds
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/laravel.inc';

$app = new LaravelApp($redis = RedisServer::start());
$owner = $app->php('$lock = Cache::lock("foo", 60); $lock->get(); echo $lock->owner();')->out;
$waiter = $app->background('echo "waits\n"; Cache::lock("foo", 60)->block(30); printf("%.6F\n", microtime(true));');
$waiter->waitForLine('waits');
eventually(PATIENCE, fn () => preg_grep('/:rl-waiting/', $redis->call('KEYS', '*')) !== []);
$released = (float) $app->php("if (Cache::store('laravel')->restoreLock('foo', '$owner')->release()) { printf('%.6F', microtime(true)); }")->out;
$late = (float) explode("\n", $waiter->wait()->out)[1] - $released;
echo $released > 0 ? "released\n" : "not released\n", $late < 1.2 ? "noticed\n" : "noticed after $late s\n";
--EXPECT--
released
noticed
