--TEST--
Without redislock.events the profiler's panel says how locks are recorded, and the toolbar says nothing
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
--FILE--
<?php
require __DIR__ . '/profiler.inc';

$redis = RedisServer::start();
$kernel = application_with_profiler();
$token = profile($kernel, fn () => (new RedisLock('orders:42', 60, $redis->address()))->acquire());
echo panel_text(profiler_page($kernel, "/_profiler/$token?panel=redislock"));
var_dump(str_contains(profiler_page($kernel, "/_wdt/$token"), 'panel=redislock'));
--EXPECT--
Locks are not recorded: set redislock.events = 1000 in php.ini.
bool(false)
