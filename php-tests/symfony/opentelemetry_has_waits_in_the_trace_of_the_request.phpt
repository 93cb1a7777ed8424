--TEST--
With redislock/opentelemetry a wait is a span in the trace of its request, however late it is taken, and a hold a value of a histogram
--EXTENSIONS--
ctype
tokenizer
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Bundle/FrameworkBundle', 'php-symfony-framework-bundle');
--INI--
redislock.events=100
--FILE--
<?php
require __DIR__ . '/kernel.inc';
require __DIR__ . '/../opentelemetry/opentelemetry.inc';
require __DIR__ . '/../../bridges/symfony/src/TraceLocks.php';

use OpenTelemetry\Context\Context;
use Symfony\Component\HttpFoundation\{Request, Response};

$redis = RedisServer::start();
$kernel = application([], 'event_dispatcher');
// As instrumentation does: a span for each request, which has ended when the kernel terminates.
$kernel->service('event_dispatcher')->addListener('kernel.request', function ($event) use (&$span): void {
    $span = (new Context($event->getRequest()->getPathInfo()))->activate();
}, 10000);
$kernel->service('event_dispatcher')->addListener('kernel.finish_request', function () use (&$span): void {
    $span->detach();
});
foreach (['/first', '/second'] as $path) {
    $request = Request::create($path);
    $request->attributes->set('_controller', function () use ($redis, $path): Response {
        (new RedisLock("orders$path", 0.5 * STRETCH, $redis->address(), autoRelease: false))->acquire() || exit(1);
        (new RedisLock("orders$path", 10, $redis->address()))->acquire(20) || exit(1);

        return new Response();
    });
    $kernel->terminate($request, $kernel->handle($request));
}
foreach (TelemetryInMemory::get()->spans as $span) {
    echo "$span->name in $span->parent\n";
}
foreach (TelemetryInMemory::get()->histograms as $name => $histogram) {
    echo "$name: ", count($histogram->values), "\n";
}
--EXPECT--
acquire orders/first in /first
acquire orders/second in /second
redislock.hold.duration: 4
redislock.wait.duration: 2
