--TEST--
With redislock/opentelemetry waits of a command and of a message are spans in its trace, taken when it is over
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/Console', 'php-symfony-console');
needs_symfony('Component/EventDispatcher', 'php-symfony-event-dispatcher');
needs_symfony('Component/Messenger', 'php-symfony-messenger');
--INI--
redislock.events=100
--FILE--
<?php
require __DIR__ . '/messenger.inc';
require_once symfony('Component/Console');
require __DIR__ . '/../opentelemetry/opentelemetry.inc';
require __DIR__ . '/../../bridges/symfony/src/TraceLocks.php';

use OpenTelemetry\Context\Context;
use Symfony\Component\Console\{Application, Command\Command, Input\ArrayInput};
use Symfony\Component\Messenger\Event\{WorkerMessageHandledEvent, WorkerMessageReceivedEvent};

$redis = RedisServer::start();
$wait = function (string $key) use ($redis): void {
    (new RedisLock($key, 0.5 * STRETCH, $redis->address(), autoRelease: false))->acquire() || exit(1);
    (new RedisLock($key, 10, $redis->address(), autoRelease: false))->acquire(20) || exit(1);
    echo "$key waited, ", count(TelemetryInMemory::get()->spans), " spans so far\n";
};
$dispatcher = dispatcher();
$dispatcher->addSubscriber(new RedisLock\Symfony\LockEvents($dispatcher));
$dispatcher->addSubscriber(new RedisLock\Symfony\TraceLocks(new RedisLock\OpenTelemetry\LockTelemetry()));
// As instrumentation does: a span that has ended when the events are taken.
$span = null;
$begin = function (string $name) use (&$span): Closure {
    return function () use ($name, &$span): void {
        $span = (new Context($name))->activate();
    };
};
$end = function () use (&$span): void {
    $span->detach();
};
$dispatcher->addListener(WorkerMessageReceivedEvent::class, $begin('the message'));
$dispatcher->addListener(WorkerMessageHandledEvent::class, $end);
messenger($dispatcher, $wait)('one', 'two');

$dispatcher->addListener('console.command', $begin('the command'), 1);
$dispatcher->addListener('console.terminate', $end);
$application = new Application();
$application->setDispatcher($dispatcher);
$application->setAutoExit(false);
$command = (new Command('wait'))->setCode(function () use ($wait): int {
    $wait('three');

    return 0;
});
// Symfony 8 has the second alone.
method_exists($application, 'add') ? $application->add($command) : $application->addCommand($command);
$application->run(new ArrayInput(['wait']));
foreach (TelemetryInMemory::get()->spans as $span) {
    echo "$span->name in $span->parent\n";
}
--EXPECT--
one waited, 0 spans so far
two waited, 1 spans so far
three waited, 2 spans so far
acquire one in the message
acquire two in the message
acquire three in the command
