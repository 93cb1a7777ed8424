--TEST--
A delivery of the job that the README prints, which comes while another one works, goes back to the queue, and does not fail
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';
require __DIR__ . '/../docs/page.inc';

$blocks = code_blocks(page('bridges/laravel/README.md'), 'php');
$code = current(array_filter($blocks, fn (CodeBlock $block) => str_contains($block->code, 'class BillOrder')))->code;
$app = new LaravelApp($redis = RedisServer::start());
$app->write('app/Jobs/BillOrder.php', '<?php ' . $code);
$app->run('App\Jobs\BillOrder::dispatch(42);');
$app->run('$lock = Cache::lock("laravel-queue-overlap:App\Jobs\BillOrder:order:42", 600); var_dump($lock->get());');
// As many options as the documentation of Laravel gives to a worker.
$out = $app->artisan('queue:work', '--stop-when-empty', '--sleep=0')->wait()->out;
echo str_contains(strtolower($out), 'fail') ? $out : "not failed\n";
echo 'waits for its next try: ', $redis->call('ZCARD', 'laravel_database_queues:default:delayed'), "\n";
// Due now.
$job = $redis->call('ZRANGE', 'laravel_database_queues:default:delayed', '0', '0')[0] ?? '';
$redis->call('ZADD', 'laravel_database_queues:default:delayed', '1', $job);
$app->run('Cache::lock("laravel-queue-overlap:App\Jobs\BillOrder:order:42")->forceRelease();');
echo $app->artisan('queue:work', '--stop-when-empty', '--sleep=0')->wait()->out;
--EXPECTF--
bool(true)
not failed
waits for its next try: 1
%Abills order 42
%A
