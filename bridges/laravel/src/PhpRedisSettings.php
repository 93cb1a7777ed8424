<?php
// Owns the one way to learn with what Laravel would connect phpredis: its own connector, stopped before it connects.
// Does not judge what it learns (Address.php).
// Called by LockServer.php, through Laravel's RedisManager.

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Redis\Connectors\PhpRedisConnector;

/** @internal */
final class PhpRedisSettings extends PhpRedisConnector
{
    /** What Laravel has put together of the connection's settings and the options for all; which goes first differs by version. */
    public array $settings = [];
    /** @var list<string>|null of a cluster, where to begin: host:port, perhaps with a scheme in front */
    public ?array $nodes = null;

    protected function createClient(array $config)
    {
        $this->settings = $config;
    }

    protected function createRedisClusterInstance(array $servers, array $options)
    {
        $this->settings = $options;
        $this->nodes = array_values($servers);
    }
}
