<?php
// Owns what an application of Symfony's gets: framework.lock and framework.semaphore take DSNs of this bridge, events of locks are taken,
// the profiler and OpenTelemetry are told of them where they are installed, Messenger's buses may name a middleware, and pools of
// the cache may have their values computed once.
// Does not read a DSN (StoreFactory.php), nor an event (LockEvents.php), nor handle a message (HandleOnce.php), nor compute (ComputeOnce.php).

declare(strict_types=1);

namespace RedisLock\Symfony;

use RedisLock\OpenTelemetry\LockTelemetry;
use Symfony\Component\Cache\Adapter\ChainAdapter;
use Symfony\Component\Cache\Adapter\ProxyAdapter;
use Symfony\Component\DependencyInjection\ChildDefinition;
use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\ContainerInterface;
use Symfony\Component\DependencyInjection\Exception\InvalidArgumentException;
use Symfony\Component\DependencyInjection\Reference;
use Symfony\Component\HttpKernel\Bundle\Bundle;
use Symfony\Component\Lock\Store\StoreFactory as LockStoreFactory;
use Symfony\Component\Messenger\Middleware\MiddlewareInterface;
use Symfony\Component\Semaphore\Store\StoreFactory as SemaphoreStoreFactory;

/**
 * Has the stores of framework.lock and framework.semaphore made by StoreFactory: Symfony's own factories know no stores but their own,
 * and have no place for others. A DSN may come from the environment; the stores of other DSNs are Symfony's, as before.
 */
final class RedisLockBundle extends Bundle implements CompilerPassInterface
{
    public function build(ContainerBuilder $container): void
    {
        $container->addCompilerPass($this);
        $ifAny = ContainerInterface::NULL_ON_INVALID_REFERENCE;
        $container->register(LockEvents::class, LockEvents::class)
            ->setArguments([new Reference('event_dispatcher'), new Reference('logger', $ifAny), new Reference(LockNames::class, $ifAny)])
            ->addTag('kernel.event_subscriber');
        $container->register(LockCollector::class, LockCollector::class)
            ->setArguments([new Reference(LockEvents::class)])
            ->addTag('kernel.event_subscriber')
            ->addTag('data_collector', ['id' => 'redislock', 'template' => '@RedisLock/locks.html.twig']);
        if (interface_exists(MiddlewareInterface::class)) {
            // Of the buses that name it: redislock_once.
            $container->register('messenger.middleware.redislock_once', HandleOnce::class)
                ->setAbstract(true)
                ->setArgument('$logger', new Reference('logger', $ifAny));
        }
        $container->register(ComputeOnce::class, ComputeOnce::class);
        if (class_exists(LockTelemetry::class)) {
            $container->register(LockTelemetry::class, LockTelemetry::class);
            $container->register(TraceLocks::class, TraceLocks::class)
                ->setArguments([new Reference(LockTelemetry::class)])
                ->addTag('kernel.event_subscriber');
        }
    }

    /** Where Twig looks for templates. */
    public function getPath(): string
    {
        return \dirname(__DIR__);
    }

    public function process(ContainerBuilder $container): void
    {
        if (!$container->hasDefinition('profiler')) {
            // It would have the events taken that it shows to nobody.
            $container->removeDefinition(LockCollector::class);
        }
        // The pools of whose values each is computed once.
        foreach ($container->hasParameter('redislock.cache_pools') ? $container->getParameter('redislock.cache_pools') : [] as $pool) {
            if (array_filter([ChainAdapter::class, ProxyAdapter::class], fn (string $class): bool => is_a(self::classOf($pool, $container), $class, true))) {
                throw new InvalidArgumentException("redislock.cache_pools: \"$pool\" has its values computed by the pools behind it; name those");
            }
            $container->getDefinition($pool)->addMethodCall('setCallbackWrapper', [new Reference(ComputeOnce::class)]);
        }
        foreach ($container->getDefinitions() as $definition) {
            $ours = match ($definition->getFactory()) {
                [LockStoreFactory::class, 'createStore'] => 'createStore',
                [SemaphoreStoreFactory::class, 'createStore'] => 'createSemaphoreStore',
                default => null,
            };
            if ($ours !== null) {
                $definition->setFactory([StoreFactory::class, $ours]);
                $definition->addArgument(new Reference('logger', ContainerInterface::NULL_ON_INVALID_REFERENCE));
            }
        }
    }

    private static function classOf(string $service, ContainerBuilder $container): string
    {
        $definition = $container->findDefinition($service);
        while ($definition instanceof ChildDefinition && $definition->getClass() === null) {
            $definition = $container->findDefinition($definition->getParent());
        }

        return (string) $container->getParameterBag()->resolveValue($definition->getClass());
    }
}
