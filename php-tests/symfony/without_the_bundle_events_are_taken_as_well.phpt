--TEST--
With the bridge's services.yaml alone listeners get the events of a command's locks, and the application's names are used
--EXTENSIONS--
ctype
tokenizer
--SKIPIF--
<?php
require __DIR__ . '/installed.inc';
needs_symfony('Component/Lock', 'php-symfony-lock');
needs_symfony('Component/Yaml', 'php-symfony-yaml');
needs_symfony('Component/Config', 'php-symfony-config');
needs_symfony('Component/DependencyInjection', 'php-symfony-dependency-injection');
needs_symfony('Component/EventDispatcher', 'php-symfony-event-dispatcher');
--INI--
redislock.events=100
--FILE--
<?php
require __DIR__ . '/worker.inc';
array_map(fn (string $component) => require_once symfony("Component/$component"), ['Config', 'Yaml', 'DependencyInjection']);

use RedisLock\Symfony\{LockEventsTaken, LockNames};
use Symfony\Component\Config\FileLocator;
use Symfony\Component\DependencyInjection\{ContainerBuilder, Loader\YamlFileLoader};
use Symfony\Component\EventDispatcher\DependencyInjection\RegisterListenersPass;
use Symfony\Component\EventDispatcher\EventDispatcher;

final class Names implements LockNames
{
    public function name(string $key, string $name): string
    {
        return "the name of $key";
    }
}

$redis = RedisServer::start();
$container = new ContainerBuilder();
(new YamlFileLoader($container, new FileLocator(__DIR__ . '/../../bridges/symfony')))->load('services.yaml');
$container->register('event_dispatcher', EventDispatcher::class)->setPublic(true);
$container->register(LockNames::class, Names::class);
$container->addCompilerPass(new RegisterListenersPass());
$container->compile(true);
$dispatcher = $container->get('event_dispatcher');
$dispatcher->addListener(LockEventsTaken::class, function (LockEventsTaken $taken): void {
    foreach ($taken->events as $event) {
        echo "$event[name] $event[event]\n";
    }
});
(new RedisLock('orders:42', 60, $redis->address()))->run(fn (): bool => true);
$dispatcher->dispatch(new stdClass(), 'console.terminate');
--EXPECT--
the name of orders:42 acquired
the name of orders:42 released
