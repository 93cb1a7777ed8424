--TEST--
A process that has no descriptors left after acquire() keeps its lock renewed, wherever that is, also where a name and files of TLS led there
--FILE--
<?php
require __DIR__ . '/../tls/tls.inc';

$redis = RedisServer::start();
$sentinel = $redis->sentinel();
[$one, $other] = [RedisServer::start(), RedisServer::start()];
$node = RedisServer::start('--cluster-enabled', 'yes');
$node->addSlots(0, 16383);
eventually(10, fn () => str_contains($node->call('CLUSTER', 'INFO'), 'cluster_state:ok'));
$tls = TlsServer::start();
$places = [
    "redis://127.0.0.1:$redis->port", "redis://localhost:$redis->port", $redis->unix(), "redis-sentinel://localhost:$sentinel/my-master",
    "redis-cluster://localhost:$node->port", [$redis->address(), $one->address(), $other->address()],
    "rediss://localhost:$tls->port?cafile={$tls->authority->cafile}&peer_name=127.0.0.1",
];
foreach ($places as $n => $server) {
    $code = 'posix_setrlimit(POSIX_RLIMIT_NOFILE, 64, 64);
        $lock = new RedisLock("kept' . $n . '", ttl: 0.6, server: ' . var_export($server, true) . ', autoRenew: true);
        $lock->acquire() || exit(1);
        for ($files = []; $file = @fopen("/dev/null", "r"); $files[] = $file);
        usleep(1_500_000);
        echo json_encode([count($files) > 20, $lock->isHeld(), RedisLock::stats()["renewed"] > 2]), "\n";';
    echo $redis->php($code, ['extension' => 'posix'])->out;
}
--EXPECT--
[true,true,true]
[true,true,true]
[true,true,true]
[true,true,true]
[true,true,true]
[true,true,true]
[true,true,true]
