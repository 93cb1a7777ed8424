--TEST--
A quorum, a cluster and this process's memory record the same events as one Redis
--INI--
redislock.events=100
--FILE--
<?php
require __DIR__ . '/told.inc';

$servers = [RedisServer::start(), RedisServer::start(), RedisServer::start()];
$cluster = RedisServer::start('--cluster-enabled', 'yes');
$cluster->becomeCluster();
$places = [
    'one' => $servers[0]->address(),
    'quorum' => array_map(fn (RedisServer $server): string => $server->address(), $servers),
    'cluster' => "redis-cluster://127.0.0.1:$cluster->port",
    'memory' => 'memory:',
];
$told = function (string|array $place): string {
    $lock = fn (...$options): RedisLock => new RedisLock(test_key(), 10, $place, ...$options);
    $lock()->run(fn () => $lock()->acquire() . $lock()->acquire(0.2));
    $held = $lock();
    $held->acquire() || exit(1);
    $lock()->forceRelease();
    $held->release();
    $held->acquire() || exit(1);
    unset($held);
    ($resting = $lock(atLeast: 0.05))->acquire() || exit(1);
    RedisLock::releaseAll();
    $lock()->acquire(5) || exit(1);
    ($lost = $lock())->acquire() || exit(1);
    $lock()->forceRelease();
    unset($lost);
    $shown = array_map(fn (array $event): string => "$event[event] $event[outcome] " . ($event['waited'] > 0 ? 'w' : '') . ($event['held'] !== null ? 'h' : ''), RedisLock::events());

    return implode("\n", $shown) . "\n";
};
$one = $told($places['one']);
echo $one;
foreach ($places as $name => $place) {
    $here = $name === 'one' ? $one : $told($place);
    echo "$name: ", $here === $one ? 'the same' : $here, "\n";
}
--EXPECT--
acquired free 
refused held_by_another 
refused timed_out w
released run h
acquired free 
lost token_gone h
acquired free 
released object h
acquired free 
released rest h
acquired waited w
released object wh
acquired free 
lost token_gone h
one: the same
quorum: the same
cluster: the same
memory: the same
