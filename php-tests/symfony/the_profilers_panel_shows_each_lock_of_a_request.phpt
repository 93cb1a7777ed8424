--TEST--
The profiler's panel shows each lock of its request with its wait, its hold and what became of it, and none of another request
--EXTENSIONS--
ctype
dom
iconv
mbstring
tokenizer
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Bundle/WebProfilerBundle', 'php-symfony-web-profiler-bundle');
--INI--
redislock.events=100
--FILE--
<?php
require __DIR__ . '/profiler.inc';

$redis = RedisServer::start();
$lock = fn (string|array $key, float $ttl = 60, ...$more): RedisLock => new RedisLock($key, $ttl, $redis->address(), ...$more);
$kernel = application_with_profiler();
profile($kernel, fn () => $lock('of the first request')->acquire());
// As PHP does under php-fpm, after the end of a request of Symfony's.
$lock('between two requests')->acquire() || exit(1);
$kept = [];
$token = profile($kernel, function () use ($lock, $redis, &$kept): void {
    $lock(['sku:1', 'sku:7'])->run(fn () => usleep(2000));
    $lock('orders:42', 0.5 * STRETCH, autoRelease: false)->acquire() || exit(1);
    $lock('orders:42')->acquire(20) && usleep(2000);
    $kept[] = $permit = $lock('slow-api', permits: 2);
    $permit->acquire() || exit(1);
    $refused = $lock('slow-api')->acquire();
    $lost = $lock('lost');
    $lost->acquire() && $redis->call('DEL', 'lost');
    $lost->release();
});
// A page of the profiler is a request, too.
$lock('of the page')->acquire() || exit(1);
$page = profiler_page($kernel, "/_profiler/$token?panel=redislock");
echo preg_replace('/[\d.]+ (ms|s|µs)/u', 'TIME', panel_text($page));
var_dump((bool) preg_match('/<span class="count">\s*<span>\d+/', $page), str_contains(profiler_page($kernel, "/_wdt/$token"), 'panel=redislock'));
--EXPECT--
6 Locks
TIME Waited
1 Held by another
0 Failed
1 Lost
Lock | Waited | Held | What became of it | When, of TIME |
sku:* / sku:1 and 1 more | – | TIME | released / run | |
orders:* / orders:42 | – | TIME | left to its ttl / left | |
orders:* / orders:42 | TIME | TIME | released / object | |
slow-api permit 1 | – | – | still held when the profile was written / free | |
slow-api | – | – | held by another | |
lost | – | TIME | lost / token gone
bool(true)
bool(true)
