<?php
// Owns the servers and relays of one road: their start, where clients find them, their end.
// Does not own how a server is started (php-tests/support, php-tests/tls), nor what a relay does (renewal/relay.php).

declare(strict_types=1);

require_once __DIR__ . '/../../php-tests/tls/tls.inc';

final class RoadServers
{
    /** Milliseconds in each direction, of half a round trip. */
    private const DELAY = 0.5;
    private const SLOTS = 16_384;

    public readonly Address $address;
    /** @var list<RedisServer> */
    private array $servers = [];
    private ?Relay $relay = null;

    public function __construct(private readonly Road $road, private readonly Server $server)
    {
        $this->address = match ($road) {
            Road::Tls => $this->tls(),
            Road::Sentinel => Address::sentinel($this->start(1)[0]->sentinel()),
            Road::Cluster => $this->cluster(3),
            Road::Quorum => Address::quorum($this->ports($this->start(Road::MEMBERS))),
            Road::Far => $this->far(),
        };
    }

    /** Gives all of them the cores of the server. */
    public function place(Layout $layout): void
    {
        $layout->placeServer($this->server);
        array_map(fn (RedisServer $server) => Layout::place($server->pid, $layout->serverCores()), $this->servers);
    }

    /** The floor of a key: over TLS, or to the node that has it; null where it cannot be compiled. */
    public function floor(Floor $floor, string $name, int $key): ?Client
    {
        $cores = $this->road->layout()->clientCores();

        return match (true) {
            $this->road === Road::Sentinel => $floor->client(Address::tcp($this->servers[0]->port), $cores, $key, $name),
            $this->road === Road::Cluster => $floor->client(Address::tcp($this->nodeOf($key)), $cores, $key, $name),
            $this->road === Road::Tls && !$floor->speaksTls => null,
            default => $floor->client($this->address, $cores, $key, $name),
        };
    }

    /** In which order does not matter: their clients are gone. */
    public function stop(): void
    {
        $this->relay?->stop();
        array_map(fn (RedisServer $server) => $server->stopSentinels(), $this->servers);
        array_map(fn (RedisServer $server) => $server->stop(), $this->servers);
    }

    /** @return list<RedisServer> */
    private function start(int $count, string ...$options): array
    {
        return $this->servers = array_map(fn (): RedisServer => RedisServer::start(...$options), range(1, $count));
    }

    private function tls(): Address
    {
        $server = TlsServer::start();
        $this->servers = [$server->redis];

        return Address::tls($server->port, $server->authority->cafile);
    }

    private function cluster(int $masters): Address
    {
        $nodes = $this->start($masters, '--cluster-enabled', 'yes');
        foreach ($nodes as $number => $node) {
            [$first, $last] = [intdiv($number * self::SLOTS, $masters), intdiv(($number + 1) * self::SLOTS, $masters) - 1];
            $node->call('CLUSTER', 'ADDSLOTSRANGE', (string) $first, (string) $last);
            $node->call('CLUSTER', 'SET-CONFIG-EPOCH', (string) ($number + 1));
            $node->call('CLUSTER', 'MEET', '127.0.0.1', (string) $nodes[0]->port);
        }
        $whole = "/cluster_state:ok.*cluster_known_nodes:$masters\r/s";
        $isWhole = fn (RedisServer $node): bool => preg_match($whole, $node->call('CLUSTER', 'INFO')) === 1;
        $areWhole = fn (): bool => array_filter($nodes, $isWhole) === $nodes;
        eventually(PATIENCE, $areWhole) || throw new RuntimeException('the cluster is not whole');

        return Address::cluster($this->ports($nodes));
    }

    /** The port of the node that has the slot of a key. */
    private function nodeOf(int $key): int
    {
        $slot = $this->servers[0]->call('CLUSTER', 'KEYSLOT', sprintf('bench:%09d', $key));

        return $this->servers[intdiv($slot * count($this->servers), self::SLOTS)]->port;
    }

    /** By a relay that is half a round trip away from it. */
    private function far(): Address
    {
        $this->relay = (new Relay($this->server->tcp->port(), self::DELAY))->delay();

        return Address::tcp($this->relay->port);
    }

    /**
     * @param list<RedisServer> $servers
     * @return list<int>
     */
    private function ports(array $servers): array
    {
        return array_map(fn (RedisServer $server): int => $server->port, $servers);
    }
}
