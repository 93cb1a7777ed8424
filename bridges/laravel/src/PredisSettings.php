<?php
// Owns the one way to learn which nodes of a cluster Laravel names to predis, which does not tell them itself.
// Does not judge what it learns (Address.php).
// Called by LockServer.php, through Laravel's RedisManager.

declare(strict_types=1);

namespace RedisLock\Laravel;

use Illuminate\Redis\Connectors\PredisConnector;
use Predis\Connection\Parameters;

/** @internal */
final class PredisSettings extends PredisConnector
{
    /** @var list<array>|null of a cluster, where to begin: the parameters of each node */
    public ?array $nodes = null;
    /** What the application has set, before Laravel and predis add their defaults. */
    public array $own = [];

    public function connect(array $config, array $options)
    {
        $this->own = $config + ($config['options'] ?? []) + $options;

        return parent::connect($config, $options);
    }

    public function connectToCluster(array $config, array $clusterOptions, array $options)
    {
        $connection = parent::connectToCluster($config, $clusterOptions, $options);
        unset($config['options']);
        $this->own = (reset($config) ?: []) + $clusterOptions + $options;
        $defaults = (array) $connection->client()->getOptions()->parameters;
        foreach ($config as $node) {
            $this->nodes[] = Parameters::create($node + $defaults)->toArray();
        }

        return $connection;
    }
}
