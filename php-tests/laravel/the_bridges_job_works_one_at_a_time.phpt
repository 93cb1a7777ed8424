--TEST--
The bridge's README shows the middleware of the example, whose job works one at a time for its shop and frees its lock when it dies
--SKIPIF--
<?php
require __DIR__ . '/laravel.inc';
skip_without_laravel();
--FILE--
<?php
require __DIR__ . '/jobs.inc';
require __DIR__ . '/../docs/page.inc';

preg_match('/^ *(return .*autoRelease.*)$/m', page('examples/laravel-job.php'), $middleware);
echo str_contains(page('bridges/laravel/README.md'), "\n$middleware[1]\n") ? "quoted as it is\n" : "not what the README quotes\n";

$app = new LaravelApp($redis = RedisServer::start());
$does = fn (string $code) => $app->write('app/Jobs/ImportStock.php', str_replace('usleep(500_000);', $code, page('examples/laravel-job.php')));
$shops = fn (Result $result): string => implode(', ', preg_grep('/^shop/', explode("\n", $result->out))) ?: 'nothing';
$does("while (!is_file('$app->folder/go')) { usleep(1000); }");
$app->run('foreach ([7, 7, 8] as $shop) { App\Jobs\ImportStock::dispatch($shop); }');
$first = work($app);
eventually(PATIENCE, fn () => str_contains(locks($app), 'shop:7'));
echo $shops(work($app)->wait()), "\n";
$app->write('go', '');
echo $shops($first->wait()), "\n", $shops(work($app)->wait()), "\n";
echo 'locks: ', locks($app), "\n";

$redis->call('FLUSHALL');
$app->run('App\Jobs\ImportStock::dispatch(9);');
$does('eval("class A {} class A {}");');
echo $shops(work($app)->wait()), ', locks: ', locks($app), "\n";
--EXPECT--
quoted as it is
nothing
shop 7 has 12 articles
shop 8 has 12 articles
locks: none
nothing, locks: none
