<?php
// Owns what `redislock doctor` says of servers that go together: the members of a quorum, the masters of a cluster, the sentinels of a
// master; and of an address that names another arrangement than there is.
// Does not own what is said of each of them (ServerCheckup).

declare(strict_types=1);

namespace Redislock\Command;

final class ArrangementCheckup
{
    /** @var list<array> those that hold locks */
    private array $servers;
    /** @var list<array> those that were reached */
    private array $reached;

    /** @param list<array> $nodes as RedisLock::diagnose() returns them */
    public function __construct(private Findings $findings, private array $nodes, private string|array $server)
    {
        $this->servers = array_values(array_filter($nodes, fn (array $node): bool => !$node['sentinel']));
        $this->reached = array_values(array_filter($this->servers, fn (array $node): bool => ServerCheckup::absence($node) === null));
    }

    public function isCluster(): bool
    {
        return is_string($this->server) && preg_match('~^rediss?-cluster://~i', $this->server) === 1;
    }

    public function isQuorum(): bool
    {
        return is_array($this->server);
    }

    /** Whether locks can be taken here at all, as far as replies go. */
    public function isReached(): bool
    {
        return count($this->reached) >= ($this->isQuorum() ? $this->majority() : 1);
    }

    private function majority(): int
    {
        return intdiv(count($this->servers), 2) + 1;
    }

    public function run(): void
    {
        match (true) {
            $this->isQuorum() => $this->quorum(),
            $this->isCluster() => $this->cluster(),
            count($this->servers) < count($this->nodes) => $this->sentinels(),
            default => $this->single(),
        };
    }

    private function quorum(): void
    {
        [$count, $reached] = [count($this->servers), count($this->reached)];
        $this->findings->about("quorum of $count servers");
        $needed = $this->majority();
        match (true) {
            $reached < $needed => $this->findings->error('quorum', "$reached of $count servers are reached, and $needed are needed: no lock can be taken", 'bring back those that are missing'),
            $reached < $count => $this->findings->warning('quorum', "$reached of $count servers are reached, and $needed are needed", 'bring back those that are missing: a lock survives the loss of ' . ($reached - $needed) . ' more'),
            default => $this->findings->ok('quorum', "all of them are reached; a lock survives the loss of " . ($count - $needed)),
        };
        if ($count % 2 === 0) {
            $this->findings->warning('quorum', "$count is an even number: it survives no more losses than " . ($count - 1) . ' servers do', 'name one more or one less');
        }
        $same = $this->alike(fn (array $node): ?string => $node['info']['run_id'] ?? null);
        foreach ($same as $names) {
            $this->findings->error('quorum', "$names are the same server (run_id): it has several votes, so that the loss of one server may give a lock to two processes", 'name each server once');
        }
        foreach ($same === [] ? $this->alike(fn (array $node): string => self::machine($node['node'])) : [] as $names) {
            $this->findings->warning('quorum', "$names are on one machine: they fail together", 'put each on a machine of its own');
        }
    }

    /** @return list<string> the names of those that have something in common that none should share */
    private function alike(callable $of): array
    {
        $by = [];
        foreach ($this->reached as $node) {
            $by[$of($node) ?? $node['node']][] = $node['node'];
        }
        $shared = array_filter($by, fn (array $names): bool => count($names) > 1);

        return array_map(fn (array $names): string => implode(' and ', $names), array_values($shared));
    }

    /** What stands before the port; a socket's is this one. */
    private static function machine(string $node): string
    {
        return $node[0] === '/' ? 'localhost' : preg_replace('/:\d+$/', '', $node);
    }

    private function cluster(): void
    {
        $this->findings->about('cluster');
        foreach ($this->reached as $node) {
            $info = $node['info'];
            if (($info['cluster_enabled'] ?? '1') === '0') {
                $this->findings->error('cluster', "$node[node] is no cluster", 'the address must begin with redis:// or rediss://, and name one master');

                return;
            }
            if (($info['cluster_state'] ?? 'ok') !== 'ok') {
                $slots = isset($info['cluster_slots_ok']) ? ", $info[cluster_slots_ok] of 16384 slots have a node" : '';
                $this->findings->error('cluster', "$node[node] says that the cluster is down (cluster_state:$info[cluster_state]$slots)", 'redis-cli --cluster check HOST:PORT says what is missing');

                return;
            }
        }
        $lone = array_filter($this->reached, fn (array $node): bool => ($node['info']['role'] ?? '') === 'master' && ($node['info']['connected_slaves'] ?? '1') === '0');
        if ($lone !== []) {
            $this->findings->warning('replicas', implode(', ', array_column($lone, 'node')) . (count($lone) === 1 ? ' has' : ' have') . ' no replica: while such a master is away, locks in its slots cannot be taken', 'give each master a replica');
        }
        $count = count($this->servers);
        count($this->reached) === $count && $this->findings->ok('cluster', $count === 1 ? 'its only master is reached' : "all $count masters are reached");
    }

    private function sentinels(): void
    {
        $this->findings->about('sentinels');
        $named = [];
        foreach ($this->nodes as $node) {
            if ($node['sentinel'] && $this->isSentinelWell($node)) {
                $info = $node['info'];
                $named["$info[ip]:$info[port]"][] = $node['node'];
            }
        }
        if ($named === []) {
            return;
        }
        foreach ($named as $master => $names) {
            $this->findings->ok('sentinels', implode(', ', $names) . (count($names) === 1 ? ' names ' : ' name ') . "$master as master");
        }
        if (count($named) > 1) {
            $this->findings->error('sentinels', 'they name different masters: ' . implode(', ', array_keys($named)), 'wait for a failover to end; if they go on, they were set up apart: SENTINEL MONITOR on each must name the same master');
        }
        if (!isset($info['num-other-sentinels'], $info['quorum'])) {
            // Their user may not run SENTINEL MASTER.
            return;
        }
        [$count, $quorum] = [1 + (int) $info['num-other-sentinels'], (int) $info['quorum']];
        if ($count < $quorum) {
            $this->findings->error('sentinels', "they know of $count sentinels, and $quorum must agree on a failover: there will be none", 'start the others, or lower the quorum of SENTINEL MONITOR');
        } elseif ($count < 3) {
            $this->findings->warning('sentinels', ($count === 1 ? 'there is one sentinel' : 'there are two sentinels') . ': with the loss of one there is no failover any more', 'run three or more, each on a machine of its own');
        }
        if (($info['num-slaves'] ?? null) === '0') {
            $this->findings->warning('replicas', 'the master has no replica that could take its place', 'give it one');
        }
    }

    /** Tells what is wrong with a sentinel; whether it names a master. */
    private function isSentinelWell(array $node): bool
    {
        $absence = ServerCheckup::absence($node);
        if ($absence !== null) {
            $this->findings->warning('sentinels', "$node[node] is not reached: $absence", 'bring it back: with the others alone failovers may not come about; its login is ?sentinel_user=...&sentinel_password=...');

            return false;
        }
        $reply = $node['refusals']['sentinel|get-master-addr-by-name'] ?? $node['refusals']['sentinel|master'] ?? null;
        if (!isset($node['info']['ip'], $node['info']['port'])) {
            $this->findings->error('sentinels', "$node[node] names no master" . ($reply === null ? '' : ": $reply"), 'the name after the last slash of the address must be that of SENTINEL MONITOR');

            return false;
        }
        if (preg_match('/[so]_down/', $node['info']['flags'] ?? '') === 1) {
            $this->findings->error('sentinels', "$node[node] says that the master is down ({$node['info']['flags']})", 'wait for the failover; if there is none, its log says why');
        }

        return true;
    }

    private function single(): void
    {
        foreach ($this->reached as $node) {
            if (($node['info']['cluster_enabled'] ?? '0') === '1' && ($node['info']['cluster_size'] ?? '') !== '1') {
                $this->findings->error('cluster', 'it is a node of a cluster: locks in the slots of other nodes are refused (MOVED)', 'the address must begin with redis-cluster:// or rediss-cluster://');
            }
        }
    }
}
