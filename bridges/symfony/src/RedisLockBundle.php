<?php
// Owns that framework.lock and framework.semaphore take DSNs of this bridge, in an application of Symfony's.
// Does not read a DSN (StoreFactory.php).

declare(strict_types=1);

namespace RedisLock\Symfony;

use Symfony\Component\DependencyInjection\Compiler\CompilerPassInterface;
use Symfony\Component\DependencyInjection\ContainerBuilder;
use Symfony\Component\DependencyInjection\ContainerInterface;
use Symfony\Component\DependencyInjection\Reference;
use Symfony\Component\HttpKernel\Bundle\Bundle;
use Symfony\Component\Lock\Store\StoreFactory as LockStoreFactory;
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
    }

    public function process(ContainerBuilder $container): void
    {
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
}
