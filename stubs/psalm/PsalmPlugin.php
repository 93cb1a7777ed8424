<?php

declare(strict_types=1);

namespace RedisLock\Stubs;

use Psalm\Plugin\PluginEntryPointInterface;
use Psalm\Plugin\RegistrationInterface;
use SimpleXMLElement;

/** Owns that Psalm reads the stub: `vendor/bin/psalm-plugin enable redislock/stubs`. */
final class PsalmPlugin implements PluginEntryPointInterface
{
    public function __invoke(RegistrationInterface $registration, ?SimpleXMLElement $config = null): void
    {
        $registration->addStubFile(dirname(__DIR__) . '/RedisLock.php');
    }
}
