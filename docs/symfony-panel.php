<?php
// Makes the pictures of the panel in Symfony's profiler, symfony-panel-light.png and symfony-panel-dark.png beside itself: of a request with
// real locks on a Redis of its own, by Chromium. Does not own how the panel looks (bridges/symfony/templates/).
//
//     PATH=$PWD/target/tools:$PATH php -n -d extension=ctype -d extension=dom -d extension=iconv -d extension=mbstring \
//         -d extension=posix -d extension=tokenizer -d extension=$PWD/target/release/libredislock.so -d redislock.events=100 \
//         docs/symfony-panel.php
//
// REDISLOCK_TEST_SYMFONY names the folder of another Symfony than Debian's. Times differ from run to run.

declare(strict_types=1);

require __DIR__ . '/../php-tests/symfony/profiler.inc';

$redis = RedisServer::start();
$lock = fn (string|array $key, float $ttl = 60, mixed ...$more): RedisLock => new RedisLock($key, $ttl, $redis->address(), ...$more);
$kernel = application_with_profiler();
// Makes the container and the templates.
profiler_page($kernel, '/_profiler/' . profile($kernel, fn () => null));
// Another process has the stock for a third of a second, and an import for longer than the request waits.
$other = $redis->background(<<<'PHP'
    $import = new RedisLock('import:7', 60);
    $stock = new RedisLock('stock:articles', 60);
    var_dump($import->acquire() && $stock->acquire());
    usleep(330_000);
    $stock->release();
    usleep(700_000);
    PHP);
$other->waitForLine('true');
$token = profile($kernel, function () use ($lock, $redis): void {
    $order = $lock('orders:4711');
    $order->acquire() || exit('another holds it');
    $lock('stock:articles')->run(fn () => usleep(120_000), 5);
    $lock(['sku:1', 'sku:7', 'sku:9'])->run(fn () => usleep(60_000));
    $lock('slow-api', permits: 5)->run(fn () => usleep(90_000));
    $lock('import:7')->acquire(0.15) && exit('no other holds it');
    $redis->call('DEL', 'orders:4711');
    $order->release();
});
$page = profiler_page($kernel, "/_profiler/$token?panel=redislock");
$folder = sys_get_temp_dir() . '/redislock-panel-' . getmypid();
mkdir($folder);
foreach (['light', 'dark'] as $theme) {
    file_put_contents("$folder/panel.html", str_replace('<head>', "<head><script>localStorage.setItem('symfony/profiler/theme', 'theme-$theme')</script>", $page));
    $chromium = ['chromium', '--headless', '--disable-gpu', '--hide-scrollbars', '--window-size=1320,720', "--user-data-dir=$folder/$theme",
        ...(posix_getuid() === 0 ? ['--no-sandbox'] : []), '--screenshot=' . __DIR__ . "/symfony-panel-$theme.png", "file://$folder/panel.html"];
    exec(implode(' ', array_map(escapeshellarg(...), $chromium)) . ' 2>&1', $output, $status);
    $status === 0 || print(implode("\n", $output) . "\n");
}
exec('rm -rf ' . escapeshellarg($folder));
