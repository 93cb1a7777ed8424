--TEST--
redislock.label stands after the random part of every fresh token, whichever way it was taken, and in no given token
--INI--
redislock.label=%h:%p 100%%
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$label = gethostname() . ':' . getmypid() . ' 100%';
$form = fn (?string $token): string => preg_match('/^(r[ln]_)[0-9a-f]{32}@(.*)$/', (string) $token, $parts) ? $parts[1] . ($parts[2] === $label ? ' label' : $parts[2]) : 'another form';
foreach (['at once' => [test_key(), 0], 'waiting' => [test_key(), 1]] as $name => [$key, $wait]) {
    $lock = new RedisLock($key, 10, $redis->address());
    $lock->acquire($wait) || exit(1);
    echo "$name: ", $form($redis->call('GET', $key)), "\n";
    var_dump($lock->token() === $redis->call('GET', $key), $lock->extend(), $lock->isHeld(), $lock->release());
}
$given = new RedisLock(test_key(), 10, $redis->address(), token: 'given');
var_dump($given->acquire(), $redis->call('GET', test_key()));
--EXPECT--
at once: rl_ label
bool(true)
bool(true)
bool(true)
bool(true)
waiting: rl_ label
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
string(5) "given"
