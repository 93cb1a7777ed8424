--TEST--
A job that dies by a fatal error or at its timeout frees its lock at once if its middleware has autoRelease(), and not otherwise
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp($redis = RedisServer::start());
$ends = ['a fatal error' => 'eval("class A {} class A {}");', 'exit' => 'exit;', 'its timeout' => 'sleep(30);'];
foreach ($ends as $how => $does) {
    foreach (['Illuminate\Queue\Middleware' => '', 'RedisLock\Laravel' => '', 'RedisLock\Laravel ' => '->autoRelease()'] as $namespace => $chosen) {
        add_job($app, $does, "(new \\" . trim($namespace) . "\\WithoutOverlapping('k'))->expireAfter(600)$chosen", 'public $timeout = 1;');
        dispatch_job($app, $how);
        $result = work($app)->wait();
        echo job_lines($result), " $chosen: ", $result->signal === 9 ? 'killed' : "ended with $result->code", ', locks: ', locks($app), "\n";
        $redis->call('FLUSHALL');
    }
}
--EXPECT--
works on a fatal error : ended with 255, locks: laravel-queue-overlap::k
works on a fatal error : ended with 255, locks: laravel-queue-overlap::k
works on a fatal error ->autoRelease(): ended with 255, locks: none
works on exit : ended with 0, locks: laravel-queue-overlap::k
works on exit : ended with 0, locks: laravel-queue-overlap::k
works on exit ->autoRelease(): ended with 0, locks: none
works on its timeout : killed, locks: laravel-queue-overlap::k
works on its timeout : killed, locks: laravel-queue-overlap::k
works on its timeout ->autoRelease(): killed, locks: none
