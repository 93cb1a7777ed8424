--TEST--
redislock doctor judges what servers say that no test can start: other makes and versions, clocks, slow ways, replicas and disks that fail
--FILE--
<?php
require __DIR__ . '/doctor.inc';
foreach (['arrangement_checkup', 'findings', 'needs', 'rights_checkup', 'server_checkup', 'terminal'] as $part) {
    require_once dirname(__DIR__, 2) . "/cli/src/$part.php";
}
use Redislock\Command\{ArrangementCheckup, Findings, RightsCheckup, ServerCheckup};

$redis = RedisServer::start('--appendonly', 'yes', '--appendfsync', 'always');
[$well] = RedisLock::diagnose($redis->address());
$well['info']['redis_version'] = '8.0.2';
$well['tracking'] = true;
unset($well['info']['valkey_version']);
$judge = function (array $changes, string $map = 'info') use ($well): void {
    $findings = new Findings();
    $node = in_array($map, ['info', 'config'], true) ? array_replace_recursive($well, [$map => $changes]) : array_replace($well, $changes);
    (new ServerCheckup($findings, $node))->run();
    $told = array_filter($findings->forJson(), fn (array $finding): bool => $finding['level'] !== 'ok');
    echo implode("\n", array_map(fn (array $finding): string => preg_replace('/\d{5,}/', 'N', "$finding[level] $finding[check]: $finding[message]"), $told)) ?: 'well', "\n";
};
$judge([]);
$judge(['redis_version' => '6.2.14']);
$judge(['mvcc_depth' => '0', 'redis_version' => '6.3.4', 'role' => 'active-replica']);
$judge(['valkey_version' => '8.1.1']);
foreach (['8.2.8', '8.2.9', '8.4.5', '8.6.5', '8.6.6', '8.8.1', '8.10.0', '8.10.1', '8.12.0', '9.0.0', '8.0.5', '7.4.2', '8.6.5-int'] as $version) {
    $judge(['redis_version' => $version]);
}
$judge(['valkey_version' => '8.1.1', 'redis_version' => '8.6.1']);
$judge(['dragonfly_version' => 'df-v1.21']);
$judge(['clock' => -3.21], '');
$judge(['latency' => 0.4], '');
$judge(['error' => $well['node'] . ': the server closed the connection'], '');
$judge(['connected_slaves' => '2', 'slave0' => 'ip=10.0.0.2,port=6379,state=online,offset=1,lag=0', 'slave1' => 'ip=10.0.0.3,port=6379,state=wait_bgsave,offset=0,lag=60']);
$judge(['rdb_last_bgsave_status' => 'err']);
$judge(['connected_clients' => '9990', 'maxclients' => '10000']);
$judge(['hz' => '2'], 'config');
$judge(['maxmemory' => (string) (int) ($well['info']['used_memory'] * 1.05)], 'config');
$sentinel = fn (string $ip, string $flags): array => ['sentinel' => true, 'node' => "for-$ip:26379", 'info' => ['ip' => $ip, 'port' => '6379', 'flags' => $flags, 'quorum' => '3', 'num-other-sentinels' => '1', 'num-slaves' => '1']] + $well;
$findings = new Findings();
(new ArrangementCheckup($findings, [$sentinel('10.0.0.1', 'master'), $sentinel('10.0.0.2', 'master,o_down'), $well], 'redis-sentinel://a,b/m'))->run();
echo implode("\n", array_column($findings->forJson(), 'message')), "\n";
$findings = new Findings();
$quiet = $sentinel('10.0.0.1', 'master');
$quiet['info'] = ['ip' => '10.0.0.1', 'port' => '6379'];
(new ArrangementCheckup($findings, [$quiet, $well], 'redis-sentinel://a/m'))->run();
echo $findings->worst(), "\n";
// A Valkey 9.1 without its module for Lua.
$findings = new Findings();
$refusals = ['eval' => 'ERR unknown command', 'evalsha' => 'ERR unknown command'];
(new RightsCheckup($findings, ['refusals' => $refusals + $well['refusals']] + $well, null, false))->run();
echo implode("\n", array_map(fn (array $finding): string => "$finding[level] $finding[message]", $findings->forJson())), "\n";
--EXPECT--
well
note version: it is older than Redis 7.0, the oldest that was tested with redislock
error role: active-replica is on: several servers take writes, so that two processes can hold one lock
note version: KeyDB was not tested with redislock
well
warning version: Redis 8.2.8 is older than 8.2.9, the first of its line without the known faults in BLPOP, Lua and TLS (CVE-2026-N, CVE-2026-N, CVE-2026-N): a client may crash it or take it over
well
warning version: Redis 8.4.5 is older than 8.4.6, the first of its line without the known faults in BLPOP, Lua and TLS (CVE-2026-N, CVE-2026-N, CVE-2026-N): a client may crash it or take it over
warning version: Redis 8.6.5 is older than 8.6.6, the first of its line without the known faults in BLPOP, Lua and TLS (CVE-2026-N, CVE-2026-N, CVE-2026-N): a client may crash it or take it over
well
warning version: Redis 8.8.1 is older than 8.8.2, the first of its line without the known faults in BLPOP, Lua and TLS (CVE-2026-N, CVE-2026-N, CVE-2026-N): a client may crash it or take it over
warning version: Redis 8.10.0 is older than 8.10.1, the first of its line without the known faults in BLPOP, Lua and TLS (CVE-2026-N, CVE-2026-N, CVE-2026-N): a client may crash it or take it over
well
well
well
well
well
warning version: Redis 8.6.5-int is older than 8.6.6, the first of its line without the known faults in BLPOP, Lua and TLS (CVE-2026-N, CVE-2026-N, CVE-2026-N): a client may crash it or take it over
well
note version: Dragonfly was not tested with redislock
warning clock: its clock is 3.2 s behind this machine's: after a failover between clocks that differ, locks end sooner or later by that, and cron starts jobs at different times
warning latency: a round trip takes 400 ms, and redislock.io_timeout is 1 s: a busy moment is taken for a server that is away
warning server: it did not reply to everything: the server closed the connection
warning replicas: replicas do not follow: 10.0.0.3:6379 (wait_bgsave, 60 s behind)
note replicas: replication is asynchronous, and min-replicas-to-write is 0: a master that is cut off goes on giving locks, which a failover loses
warning persistence: its last snapshot failed: it may begin to refuse writes (MISCONF)
warning clients: 9990 of at most N clients are connected: more are turned away
note hz: hz is 2: it looks for what has expired less often than usual, and waits may end late
warning memory: N of N bytes (maxmemory) are used: once it is full, acquire() is refused
for-10.0.0.2:26379 says that the master is down (master,o_down)
for-10.0.0.1:26379 names 10.0.0.1:6379 as master
for-10.0.0.2:26379 names 10.0.0.2:6379 as master
they name different masters: 10.0.0.1:6379, 10.0.0.2:6379
they know of 2 sentinels, and 3 must agree on a failover: there will be none
ok
error user "default" may not run EVAL (locks are refused)
