--TEST--
A server of cli releases at kernel.terminate what a request left, and logs it; under php-fpm that is left to the end of PHP's request
--EXTENSIONS--
ctype
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/HttpKernel', 'php-symfony-http-kernel');
--FILE--
<?php
require __DIR__ . '/worker.inc';
require_once symfony('Component/HttpKernel');

use Symfony\Component\HttpFoundation\{Request, Response};
use Symfony\Component\HttpKernel\Controller\ControllerResolver;
use Symfony\Component\HttpKernel\{HttpKernel, HttpKernelInterface};

$redis = RedisServer::start();
function serve(HttpKernel $kernel, string $key): void
{
    $request = Request::create('/');
    $request->attributes->set('_controller', function () use ($kernel, $key): Response {
        // A request inside the request is no end.
        $inner = Request::create('/');
        $inner->attributes->set('_controller', fn (): Response => new Response());
        leave($GLOBALS['redis'], $key);
        $kernel->handle($inner, HttpKernelInterface::SUB_REQUEST);
        end(Kept::$all)->isHeld() || print("$key was released by the end of the inner request\n");

        return new Response();
    });
    $kernel->terminate($request, $kernel->handle($request));
}
leave($redis, 'own');
foreach (['cli', 'fpm-fcgi'] as $server) {
    echo "-- $server\n";
    $kernel = new HttpKernel(dispatcher($server), new ControllerResolver());
    serve($kernel, "first under $server");
    serve($kernel, "second under $server");
}
leave($redis, 'after');
--EXPECT--
own: none held
-- cli
first under cli: own held
  warning: Locks were still held at the end of a message or request of this worker, and were released: first under cli.
second under cli: own held
  warning: Locks were still held at the end of a message or request of this worker, and were released: second under cli.
-- fpm-fcgi
first under fpm-fcgi: own held
second under fpm-fcgi: first under fpm-fcgi own held
after: first under fpm-fcgi own second under fpm-fcgi held
