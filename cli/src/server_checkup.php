<?php
// Owns what `redislock doctor` says of one server, from what RedisLock::diagnose() tells of it.
// Does not own what its user may do (RightsCheckup), how several servers go together (ArrangementCheckup).

declare(strict_types=1);

namespace Redislock\Command;

final class ServerCheckup
{
    /** Replies of a server that refuses to write for now; what to do. */
    private const REFUSALS = [
        'READONLY' => 'the address must name the master; sentinels, a cluster or the one endpoint of a service follow it at a failover',
        'OOM' => 'give it more memory, or let something go: locks need a few hundred bytes each',
        'MISCONF' => 'look into its log: it cannot write its data to disk',
        'NOREPLICAS' => 'bring its replicas back; min-replicas-to-write says how many it needs',
        'CLUSTERDOWN' => 'bring back the nodes that are missing: redis-cli CLUSTER NODES lists them',
        'LOADING' => 'wait until it has read its data',
        'BUSY' => 'a script runs for too long: redis-cli SCRIPT KILL ends it',
        'MASTERDOWN' => 'this is a replica that has lost its master: the address must name the master',
    ];
    /** The oldest that docs/compatibility.md has a row for. */
    private const TESTED = ['Redis' => '7.0', 'Valkey' => '8.1'];
    /**
     * Faults of Redis by which a client may take the server over: in what locks use, BLPOP and Lua, and in TLS. For each line of releases the
     * first that has all the mends (SECURITY.md has which fault was mended when). Lines that are not here are not judged.
     */
    private const MENDED = ['8.2' => '8.2.9', '8.4' => '8.4.6', '8.6' => '8.6.6', '8.8' => '8.8.2', '8.10' => '8.10.1'];
    private const FAULTS = 'CVE-2026-23479, CVE-2026-23631, CVE-2026-81934';
    /** A share of io_timeout above which a round trip leaves too little time. */
    private const SLOW = 0.25;
    /** In seconds: more than clocks differ by where NTP runs. */
    private const APART = 1.0;
    /** From when on a server is about to be full. */
    private const FULL = 0.9;
    /** In seconds: a replica that follows says so every second. */
    private const LAG = 10;

    private array $info;
    private array $config;

    public function __construct(private Findings $findings, private array $node, private bool $isMember = false)
    {
        [$this->info, $this->config] = [$node['info'], $node['config']];
    }

    /** What a server is called and in which version; null where it does not say. */
    public static function version(array $info): ?string
    {
        $versions = ['valkey_version' => 'Valkey', 'dragonfly_version' => 'Dragonfly', 'kvrocks_version' => 'Kvrocks', 'redis_version' => isset($info['mvcc_depth']) ? 'KeyDB' : 'Redis'];
        foreach ($versions as $field => $name) {
            if (isset($info[$field])) {
                return "$name $info[$field]";
            }
        }

        return null;
    }

    /** Whether it cannot be used at all: no reply, or none but a demand for a password. */
    public static function absence(array $node): ?string
    {
        if ($node['latency'] === null) {
            return self::without($node, $node['error'] ?? 'no reply');
        }
        $demand = preg_grep('/^NOAUTH/', array_filter($node['refusals']));

        return $demand === [] ? null : 'it replied ' . rtrim(reset($demand), '.');
    }

    public function run(): void
    {
        $this->reached();
        $this->isTested();
        $this->isMember || $this->waits();
        $this->writes();
        $refused = array_keys(array_filter(['INFO' => $this->info === [], 'CONFIG GET' => $this->config === []]));
        if ($refused !== []) {
            $this->findings->note('server', "it does not tell user \"{$this->node['user']}\" everything: " . implode(' and ', $refused) . (count($refused) === 1 ? ' is refused' : ' are refused'), 'where there is an administrator, run this once as that: REDISLOCK_SERVER=redis://USER:PASSWORD@HOST redislock doctor');
        }
        if ($this->info === []) {
            return;
        }
        $this->eviction();
        $this->memory();
        $this->persistence();
        $this->replicas();
        $this->clients();
    }

    private function reached(): void
    {
        $latency = $this->node['latency'];
        $what = self::version($this->info) ?? 'a server';
        $role = $this->info['role'] ?? '';
        $role = ['' => '', 'master' => ', a master', 'slave' => ', a replica'][$role] ?? ", $role";
        $this->findings->ok('server', "$what$role, " . self::milliseconds($latency) . ' away');
        if ($this->node['error'] !== null) {
            $this->findings->warning('server', 'it did not reply to everything: ' . self::without($this->node, $this->node['error']), 'a proxy may close the connection at a command that it does not know');
        }
        $limit = (float) Needs::setting('redislock.io_timeout');
        if ($latency > self::SLOW * $limit) {
            $this->findings->warning('latency', 'a round trip takes ' . self::milliseconds($latency) . ", and redislock.io_timeout is $limit s: a busy moment is taken for a server that is away", 'make redislock.io_timeout longer, or the way to the server shorter');
        }
        if (($this->config['active-replica'] ?? 'no') !== 'no' || str_starts_with($this->info['role'] ?? '', 'active')) {
            $this->findings->error('role', 'active-replica is on: several servers take writes, so that two processes can hold one lock', 'use one master: CONFIG SET active-replica no');
        }
        $this->clock();
    }

    private function isTested(): void
    {
        $version = self::version($this->info);
        if ($version === null) {
            return;
        }
        [$name, $number] = explode(' ', $version, 2);
        $mended = $name === 'Redis' && preg_match('/^\d+\.\d+(?=\.\d)/', $number, $line) ? self::MENDED[$line[0]] ?? null : null;
        if ($mended !== null && version_compare($number, $mended, '<')) {
            $this->findings->warning('version', "Redis $number is older than $mended, the first of its line without the known faults in BLPOP, Lua and TLS (" . self::FAULTS . '): a client may crash it or take it over', "update it to $mended or newer");
        }
        $oldest = self::TESTED[$name] ?? null;
        if ($oldest === null || version_compare($number, $oldest, '<')) {
            $this->findings->note('version', $oldest === null ? "$name was not tested with redislock" : "it is older than $name $oldest, the oldest that was tested with redislock", 'docs/compatibility.md lists those that were, docs/servers.md what is known of others');
        }
    }

    /** In which way waiters learn of a release behind holders that do not signal it; those of a quorum go by the clock. */
    private function waits(): void
    {
        $poll = 'behind holders that do not signal, such as phpredis or Laravel\'s own locks, waiters try again every 100 ms';
        $tells = $this->node['tracking'] ?? null;
        match (true) {
            $tells === null => null,
            $tells => $this->findings->ok('waits', 'behind holders that do not signal it tells waiters when the key changes'),
            Needs::setting('redislock.tracking') !== 'auto' => $this->findings->ok('waits', "redislock.tracking is off: $poll"),
            // That right is told of among the others.
            str_starts_with((string) ($this->node['refusals']['client|tracking'] ?? ''), 'NOPERM') => $this->findings->ok('waits', $poll),
            default => $this->findings->note('waits', "it does not tell waiters when a key changes: $poll", 'Redis does from 6.2.11 and 7.0.9 on, and Valkey; many proxies do not pass it on'),
        };
    }

    private function clock(): void
    {
        $ahead = $this->node['clock'];
        if ($ahead !== null && abs($ahead) >= self::APART) {
            $this->findings->warning('clock', sprintf('its clock is %.1f s %s this machine\'s: after a failover between clocks that differ, locks end sooner or later by that, and cron starts jobs at different times', abs($ahead), $ahead > 0 ? 'ahead of' : 'behind'), 'run NTP on both machines, such as chrony; atLeast keeps a short job from running twice');
        } elseif ($ahead !== null) {
            $this->findings->ok('clock', sprintf('its clock is within %s of this machine\'s', self::milliseconds(max(0.01, abs($ahead) + $this->node['latency'] / 2))));
        }
    }

    private function writes(): void
    {
        $reply = (string) ($this->node['refusals']['set'] ?? '');
        $advice = self::REFUSALS[strtok($reply, ' ')] ?? null;
        if (($this->info['role'] ?? '') === 'slave' && !str_starts_with($reply, 'READONLY')) {
            // It may take writes, and a user who may not touch the key that was tried is refused for that first.
            $this->findings->error('role', 'it is a replica: a lock on it excludes no process that uses its master', self::REFUSALS['READONLY']);
        }
        if ($advice !== null) {
            $this->findings->error(str_starts_with($reply, 'READONLY') ? 'role' : 'write', "it refuses to write: $reply", $advice);
        }
    }

    private function eviction(): void
    {
        $policy = $this->config['maxmemory-policy'] ?? $this->info['maxmemory_policy'] ?? null;
        if ($policy === null || $policy === 'noeviction') {
            $policy === null || $this->findings->ok('eviction', 'maxmemory-policy is noeviction: it never removes locks that are held');

            return;
        }
        $evicted = (int) ($this->info['evicted_keys'] ?? 0);
        $so_far = $evicted > 0 ? "; it has removed $evicted keys so far" : '';
        $advice = 'keep locks on a Redis with maxmemory-policy noeviction; another database of this one is the same server. redis-cli CONFIG SET maxmemory-policy noeviction, and the same line in redis.conf';
        $this->limit() > 0
            ? $this->findings->error('eviction', "maxmemory-policy is $policy: when it is full it removes locks that are held, and a second holder gets them$so_far", $advice)
            : $this->findings->warning('eviction', "maxmemory-policy is $policy, and maxmemory is 0: with a limit it would remove locks that are held", $advice);
    }

    private function memory(): void
    {
        $used = (int) ($this->info['used_memory'] ?? 0);
        if ($this->limit() > 0 && $used >= self::FULL * $this->limit()) {
            $this->findings->warning('memory', sprintf('%d of %d bytes (maxmemory) are used: once it is full, acquire() is refused', $used, $this->limit()), 'raise maxmemory, or find out what fills it: redis-cli --bigkeys');
        }
    }

    private function limit(): int
    {
        return (int) ($this->config['maxmemory'] ?? $this->info['maxmemory'] ?? 0);
    }

    private function persistence(): void
    {
        $appends = ($this->config['appendonly'] ?? '') === 'yes' || ($this->info['aof_enabled'] ?? '') === '1';
        $synced = $this->config['appendfsync'] ?? null;
        $lost = match (true) {
            $appends && $synced === 'always' => null,
            $appends && $synced === 'everysec' => 'those of the last second',
            $appends && $synced === 'no' => 'those that the system had not written to disk yet',
            $appends => 'those of the last second, unless appendfsync is always',
            !isset($this->config['save']) => 'those since its last snapshot, if it makes any',
            $this->config['save'] !== '' => 'those since its last snapshot',
            default => 'all of them, and so does a restart',
        };
        if ($lost === null) {
            $this->findings->ok('persistence', 'appendonly yes and appendfsync always: it keeps its locks when it is restarted');
        } else {
            [$then, $else] = $this->isMember
                ? ['Restarted, it votes for a second holder', 'keep it away for the longest ttl in use before it is started again']
                : ['Their holders work on until their next request', 'a fence keeps their late writes out'];
            $this->findings->note('persistence', "a crash of it loses locks: $lost. $then", "$else; appendonly yes with appendfsync always keeps them, and costs a write to disk for each");
        }
        foreach (['rdb_last_bgsave_status' => 'snapshot', 'aof_last_write_status' => 'write to its append-only file'] as $field => $what) {
            if (($this->info[$field] ?? 'ok') !== 'ok') {
                $this->findings->warning('persistence', "its last $what failed: it may begin to refuse writes (MISCONF)", 'look into its log; a full disk is the usual cause');
            }
        }
    }

    private function replicas(): void
    {
        $count = (int) ($this->info['connected_slaves'] ?? 0);
        if ($count === 0) {
            return;
        }
        $behind = [];
        foreach ($this->info as $field => $value) {
            if (preg_match('/^slave\d+$/D', $field) && preg_match('/ip=([^,]*),port=(\d+),state=(\w+).*?(?:lag=(\d+))?$/', $value, $parts)) {
                $parts[3] === 'online' && (int) ($parts[4] ?? 0) <= self::LAG || $behind[] = "$parts[1]:$parts[2] ($parts[3], " . ($parts[4] ?? '?') . ' s behind)';
            }
        }
        $behind === []
            ? $this->findings->ok('replicas', $count === 1 ? 'one replica follows' : "$count replicas follow")
            : $this->findings->warning('replicas', 'replicas do not follow: ' . implode(', ', $behind), 'a failover to one of them would lose locks: look into its log');
        if (($this->config['min-replicas-to-write'] ?? null) === '0') {
            $this->findings->note('replicas', 'replication is asynchronous, and min-replicas-to-write is 0: a master that is cut off goes on giving locks, which a failover loses', 'min-replicas-to-write 1 with min-replicas-max-lag 10 bounds that; the argument replicas: 1 makes acquire() wait for a replica');
        }
    }

    private function clients(): void
    {
        [$clients, $most] = [(int) ($this->info['connected_clients'] ?? 0), (int) ($this->info['maxclients'] ?? 0)];
        if ($most > 0 && $clients >= self::FULL * $most) {
            $this->findings->warning('clients', "$clients of at most $most clients are connected: more are turned away", 'raise maxclients; each thread of PHP keeps one connection, and each wait and autoRenew one more');
        }
        $hz = (int) ($this->config['hz'] ?? $this->info['configured_hz'] ?? 10);
        if ($hz < 10) {
            $this->findings->note('hz', "hz is $hz: it looks for what has expired less often than usual, and waits may end late", 'CONFIG SET hz 10');
        }
    }

    /** A failure's text without the node's name, which is above it. */
    private static function without(array $node, string $failure): string
    {
        return preg_replace('/^replied /', 'it replied ', preg_replace('/^' . preg_quote($node['node'], '/') . ':? /', '', $failure));
    }

    private static function milliseconds(float $seconds): string
    {
        return sprintf($seconds < 0.01 ? '%.2f ms' : '%.0f ms', $seconds * 1000);
    }
}
