--TEST--
A job that waits in block() is killed at its timeout, not later; what it waited for stays its holder's, and the next waiter gets it
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp(RedisServer::start());
add_job($app, 'Cache::lock("foo", 600)->block(60); echo "worked\n";', '', 'public $timeout = 1;');
dispatch_job($app, 'it');
$holder = $app->background('$lock = Cache::lock("foo", 600); $lock->get(); echo "held\n"; fgets(STDIN); echo $lock->release() ? "released\n" : "lost\n";');
$holder->waitForLine('held');
$result = work($app)->wait();
echo job_lines($result), ', ', $result->signal === 9 ? 'killed' : "ended with $result->code", $result->seconds < 20 ? ' in time' : " after $result->seconds s", "\n";
echo 'locks: ', locks($app), "\n";
$next = $app->background('echo "waits\n"; Cache::lock("foo", 600)->block(30); echo "acquired\n";');
$next->waitForLine('waits');
$holder->say();
echo $holder->wait()->out, $next->wait()->out;
--EXPECT--
works on it, killed in time
locks: foo
held
released
waits
acquired
