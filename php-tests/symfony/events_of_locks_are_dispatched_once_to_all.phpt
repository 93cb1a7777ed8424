--TEST--
At the end of a request all listeners get its events of locks, with names of the application's; without a listener they stay where they are
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

use RedisLock\Symfony\{LockEventsTaken, LockNames};
use Symfony\Component\HttpFoundation\{Request, Response};

final class Names implements LockNames
{
    public function name(string $key, string $name): string
    {
        return strtoupper(strstr($name, ':', true)) . ' of ' . $key;
    }
}

$redis = RedisServer::start();
function serve(TestKernel $kernel): void
{
    $request = Request::create('/');
    $request->attributes->set('_controller', function (): Response {
        (new RedisLock('orders:42', 60, $GLOBALS['redis']->address()))->run(fn () => true);

        return new Response();
    });
    $kernel->terminate($request, $kernel->handle($request));
}
$kernel = application(['services' => [LockNames::class => Names::class]], 'event_dispatcher');
serve($kernel);
echo 'untouched: ', implode(', ', array_column(RedisLock::events(), 'event')), "\n";
foreach (['first', 'second'] as $listener) {
    $kernel->service('event_dispatcher')->addListener(LockEventsTaken::class, function (LockEventsTaken $taken) use ($listener): void {
        foreach ($taken->events as $event) {
            echo "$listener listener: {$event['name']} $event[event]\n";
        }
    });
}
serve($kernel);
var_dump(RedisLock::events());
--EXPECT--
untouched: acquired, released
first listener: ORDERS of orders:42 acquired
first listener: ORDERS of orders:42 released
second listener: ORDERS of orders:42 acquired
second listener: ORDERS of orders:42 released
array(0) {
}
