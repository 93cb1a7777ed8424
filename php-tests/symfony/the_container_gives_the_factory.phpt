--TEST--
With the bridge's services.yaml a container gives a LockFactory on the address of its environment, under both of its names
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
--FILE--
<?php
require __DIR__ . '/symfony.inc';
array_map(fn (string $component) => require_once symfony("Component/$component"), ['Config', 'Yaml', 'DependencyInjection', 'EventDispatcher']);
foreach (['ReleaseLeftLocks', 'LockEvents'] as $class) {
    require __DIR__ . "/../../bridges/symfony/src/$class.php";
}

use Symfony\Component\Config\FileLocator;
use Symfony\Component\DependencyInjection\{ContainerBuilder, Loader\YamlFileLoader};
use Symfony\Component\Lock\LockFactory;

$redis = RedisServer::start();
$_ENV['REDISLOCK_SERVER'] = $redis->address();
$container = new ContainerBuilder();
(new YamlFileLoader($container, new FileLocator(__DIR__ . '/../../bridges/symfony')))->load('services.yaml');
$container->getDefinition(LockFactory::class)->setPublic(true);
$container->getAlias('lock.factory')->setPublic(true);
$container->compile(true);

$lock = $container->get(LockFactory::class)->createLock(test_key());
var_dump($lock->acquire(), $container->get('lock.factory')->createLock(test_key())->acquire());
var_dump($redis->call('EXISTS', test_key()));
--EXPECT--
bool(true)
bool(false)
int(1)
