--TEST--
A unique job is queued once until it has been worked on; then its name is free again
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';

$app = new LaravelApp($redis = RedisServer::start());
add_job($app, '', '', 'public $uniqueFor = 3600; public function uniqueId() { return $this->name; }');
$app->write('app/Jobs/Unique.php', '<?php namespace App\Jobs; class Unique extends Work implements \Illuminate\Contracts\Queue\ShouldBeUnique {}');
$dispatch = fn () => $app->run('foreach (["a", "a", "b"] as $name) { App\Jobs\Unique::dispatch($name); }');
$dispatch();
echo $redis->call('LLEN', 'laravel_database_queues:default'), ' queued, locks: ', str_replace('::', ':', locks($app)), "\n";
echo job_lines(work($app)->wait()), ', locks: ', str_replace('::', ':', locks($app)), "\n";
$dispatch();
echo $redis->call('LLEN', 'laravel_database_queues:default'), ' queued, locks: ', str_replace('::', ':', locks($app)), "\n";
--EXPECT--
2 queued, locks: laravel_unique_job:a, laravel_unique_job:b
works on a, locks: laravel_unique_job:b
2 queued, locks: laravel_unique_job:a, laravel_unique_job:b
