--TEST--
The profiler's panel has the locks of a request also where a coroutine of the same process has begun another one meanwhile
--EXTENSIONS--
ctype
iconv
mbstring
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/HttpKernel', 'php-symfony-http-kernel');
--INI--
redislock.events=100
--FILE--
<?php
require __DIR__ . '/worker.inc';

use RedisLock\Symfony\{LockCollector, LockEvents};
use Symfony\Component\HttpFoundation\{Request, Response};
use Symfony\Component\HttpKernel\Event\RequestEvent;
use Symfony\Component\HttpKernel\HttpKernelInterface;

require_once symfony('Component/HttpKernel');
require_once __DIR__ . '/../../bridges/symfony/src/LockCollector.php';
$redis = RedisServer::start();
$dispatcher = dispatcher();
$dispatcher->addSubscriber($events = new LockEvents($dispatcher));
$dispatcher->addSubscriber($collector = new LockCollector($events));
$kernel = new class implements HttpKernelInterface {
    public function handle(Request $request, int $type = self::MAIN_REQUEST, bool $catch = true): Response
    {
        return new Response();
    }
};
$begin = function (string $lock) use ($redis, $dispatcher, $kernel): Request {
    $dispatcher->dispatch(new RequestEvent($kernel, $request = Request::create('/'), HttpKernelInterface::MAIN_REQUEST), 'kernel.request');
    (new RedisLock($lock, 60, $redis->address()))->acquire() || print("not acquired\n");

    return $request;
};
$requests = [$begin('first'), $begin('second'), $begin('third')];
foreach ($requests as $request) {
    $collector->collect($request, new Response());
    $panel = clone $collector;
    $panel->lateCollect();
    echo implode(' ', array_column($panel->getLocks(), 'key')), "\n";
}
--EXPECT--
first second third
second third
third
