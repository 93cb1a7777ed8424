<?php
// Owns the benchmark's own Redis and its connection to it.
// Does not own how such a Redis is started and ended (php-tests/support/server.inc).

declare(strict_types=1);

require_once __DIR__ . '/../../php-tests/support/redis.inc';

final class Server
{
    public readonly Address $tcp;
    public readonly Address $unix;
    /** For the benchmark's own questions. Forked processes have none. */
    public ?Connection $connection;

    private function __construct(public readonly string $folder, int $port)
    {
        $this->tcp = Address::tcp($port);
        $this->unix = Address::unix("$folder/s");
        $this->connection = new Connection($this->unix->ofRedisLock());
    }

    public static function start(): self
    {
        $redis = RedisServer::start();

        return new self($redis->folder, $redis->port);
    }

    /** One that another process of the benchmark has started, and ends. */
    public static function at(string $folder, int $port): self
    {
        return new self($folder, $port);
    }

    /** For a forked process: closes its copy. */
    public function letGo(): void
    {
        $this->connection = null;
    }

    public function process(): int
    {
        return (int) $this->connection->number('server', 'process_id');
    }

    /** "Redis 7.0.15", or "Valkey 8.1.1". */
    public function version(): string
    {
        $info = $this->connection->ask('INFO', 'server');
        $name = str_contains($info, 'valkey_version:') ? 'valkey' : 'redis';
        preg_match("/^{$name}_version:(\S+)/m", $info, $found);

        return ucfirst($name) . ' ' . $found[1];
    }
}
