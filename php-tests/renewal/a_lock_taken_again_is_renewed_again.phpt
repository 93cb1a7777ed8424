--TEST--
The next lease of the same object is renewed as the first was: after a release, after a loss
--FILE--
<?php
require __DIR__ . '/renewal.inc';
$redis = RedisServer::start();

$lock = new RedisLock(test_key(), 0.5, $redis->address(), autoRenew: true);
$ends = [
    'release' => fn () => $lock->release(),
    'loss' => fn () => $redis->call('DEL', test_key()) && eventually(PATIENCE, fn (): bool => state($lock) === 'lost'),
    'none' => fn () => true,
];
foreach ($ends as $how => $end) {
    $taken = $lock->acquire();
    $token = $lock->token();
    usleep(1_100_000);
    var_dump($taken, $redis->call('GET', test_key()) === $token);
    echo "$how: ", json_encode($end()), "\n";
}
--EXPECT--
bool(true)
bool(true)
release: true
bool(true)
bool(true)
loss: true
bool(true)
bool(true)
none: true
