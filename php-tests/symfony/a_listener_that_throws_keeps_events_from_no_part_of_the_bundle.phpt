--TEST--
A listener of events of locks that throws, and comes before others, is logged; the profiler's panel and OpenTelemetry have them all the same
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
require __DIR__ . '/../opentelemetry/opentelemetry.inc';
require __DIR__ . '/../../bridges/symfony/src/TraceLocks.php';

use RedisLock\Symfony\LockEventsTaken;

$redis = RedisServer::start();
$kernel = application_with_profiler();
$kernel->service('event_dispatcher')->addListener(LockEventsTaken::class, fn () => throw new LogicException('of a listener'), 1000);
$token = profile($kernel, fn () => (new RedisLock('orders:42', 10, $redis->address()))->run(fn () => true));
echo strtok(panel_text(profiler_page($kernel, "/_profiler/$token?panel=redislock")), "\n"), "\n";
foreach (TelemetryInMemory::get()->histograms as $name => $histogram) {
    echo "$name: ", count($histogram->values), "\n";
}
--EXPECTF--
%S[error] A listener for events of locks failed: of a listener
1 Locks
redislock.hold.duration: 1
