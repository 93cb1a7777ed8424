<?php
// Owns where the benchmark's servers are, in the words of each client.
// Starts and asks no server.

declare(strict_types=1);

/** A master, by TCP, by TLS or by its unix socket; the master that a sentinel names; a cluster; or a quorum of masters. */
final class Address
{
    /** What php-tests/support/server.inc has sentinels call it. */
    private const MASTER = 'my-master';

    /**
     * @param 'tcp'|'unix'|'tls'|'sentinel'|'cluster'|'quorum' $kind
     * @param list<int> $ports of 127.0.0.1
     * @param string|null $file the socket's path, or that of the authority whose certificates are trusted
     */
    private function __construct(private readonly string $kind, private readonly array $ports, private readonly ?string $file = null)
    {
    }

    public static function tcp(int $port): self
    {
        return new self('tcp', [$port]);
    }

    public static function unix(string $socket): self
    {
        return new self('unix', [], $socket);
    }

    public static function tls(int $port, string $cafile): self
    {
        return new self('tls', [$port], $cafile);
    }

    public static function sentinel(int $port): self
    {
        return new self('sentinel', [$port]);
    }

    /** @param list<int> $ports of its nodes */
    public static function cluster(array $ports): self
    {
        return new self('cluster', $ports);
    }

    /** @param list<int> $ports of its members */
    public static function quorum(array $ports): self
    {
        return new self('quorum', $ports);
    }

    /** From what __toString() returned, in another process. */
    public static function of(string $text): self
    {
        [$kind, $ports, $file] = explode(':', $text, 3) + [2 => null];

        return $kind === 'unix' ? self::unix($ports) : new self($kind, array_map(intval(...), explode(',', $ports)), $file);
    }

    public function __toString(): string
    {
        return implode(':', array_filter([$this->kind, implode(',', $this->ports), (string) $this->file], fn (string $part): bool => $part !== ''));
    }

    /** @return list<self> the masters of a quorum */
    public function members(): array
    {
        return array_map(self::tcp(...), $this->ports);
    }

    /** @return string|list<string> */
    public function ofRedisLock(): string|array
    {
        $hosts = implode(',', $this->hosts());

        return match ($this->kind) {
            'tcp' => "redis://$hosts",
            'unix' => "unix://$this->file",
            'tls' => "rediss://$hosts?cafile=$this->file",
            'sentinel' => "redis-sentinel://$hosts/" . self::MASTER,
            'cluster' => "redis-cluster://$hosts",
            'quorum' => array_map(fn (string $host): string => "redis://$host", $this->hosts()),
        };
    }

    /** @return array{mixed, array<string, mixed>} what the constructor of Predis\Client takes */
    public function ofPredis(bool $isPersistent): array
    {
        $more = ['persistent' => $isPersistent];
        $nodes = array_map(fn (int $port): array => ['scheme' => 'tcp', 'host' => '127.0.0.1', 'port' => $port] + $more, $this->ports);

        return match ($this->kind) {
            'tcp' => [$nodes[0], []],
            'unix' => [['scheme' => 'unix', 'path' => $this->file] + $more, []],
            'tls' => [['scheme' => 'tls', 'ssl' => ['cafile' => $this->file]] + $nodes[0], []],
            'sentinel' => [$nodes, ['replication' => 'sentinel', 'service' => self::MASTER]],
            'cluster' => [$nodes, ['cluster' => 'redis']],
        };
    }

    /** @return array<string, mixed> what config/database.php has below redis */
    public function ofLaravel(bool $isPersistent): array
    {
        $more = ['database' => 0, 'persistent' => $isPersistent];
        $nodes = array_map(fn (int $port): array => ['host' => '127.0.0.1', 'port' => $port] + $more, $this->ports);

        return match ($this->kind) {
            'tcp' => ['default' => $nodes[0]],
            'unix' => ['default' => ['host' => $this->file, 'port' => 0] + $more],
            'tls' => ['default' => ['scheme' => 'tls', 'context' => ['stream' => ['cafile' => $this->file]]] + $nodes[0]],
            'cluster' => ['options' => ['cluster' => 'redis'], 'clusters' => ['default' => $nodes]],
        };
    }

    public function port(): int
    {
        return $this->ports[0];
    }

    public function connectPhpredis(bool $isPersistent): Redis|RedisCluster
    {
        if ($this->kind === 'cluster') {
            return new RedisCluster(null, $this->hosts(), 0, 0, $isPersistent);
        }
        [$host, $port, $context] = match ($this->kind) {
            'tcp' => ['127.0.0.1', $this->port(), []],
            'unix' => [$this->file, 0, []],
            'tls' => ['tls://127.0.0.1', $this->port(), ['stream' => ['cafile' => $this->file]]],
            'sentinel' => [...$this->phpredisSentinel()->getMasterAddrByName(self::MASTER), []],
        };
        $redis = new Redis();
        $connect = $isPersistent ? $redis->pconnect(...) : $redis->connect(...);
        $connect($host, (int) $port, 0, null, 0, 0, $context);

        return $redis;
    }

    /** phpredis 6 takes an array in place of a list of arguments. */
    private function phpredisSentinel(): RedisSentinel
    {
        $place = ['host' => '127.0.0.1', 'port' => $this->port()];

        return version_compare(phpversion('redis'), '6.0.0', '<') ? new RedisSentinel(...array_values($place)) : new RedisSentinel($place);
    }

    /** @return list<string> */
    private function hosts(): array
    {
        return array_map(fn (int $port): string => "127.0.0.1:$port", $this->ports);
    }
}
