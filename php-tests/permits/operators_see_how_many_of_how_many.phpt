--TEST--
describe() and locks() say how many permits are taken, of how many, and whose, under the key's name
--INI--
redislock.label=jobs
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
$make = fn (): RedisLock => new RedisLock('api', 10, $redis->address(), permits: 5);
$locks = [$make(), $make(), $make()];
array_map(fn (RedisLock $lock) => $lock->acquire(), $locks);
$locks[0]->release();
$told = RedisLock::describe('api', $redis->address());
echo count($told['holders']), ' of ', $told['permits'], ': ', implode(', ', array_column($told['holders'], 'permit')), "\n";
var_dump($told['key'], $told['label'], $told['token'] === $locks[1]->token());
var_dump(array_column($told['holders'], 'token') === [$locks[1]->token(), $locks[2]->token()]);
foreach (['*', 'api', '*permit*'] as $pattern) {
    echo $pattern, ': ', json_encode(array_column(RedisLock::locks($pattern, $redis->address()), 'permits', 'name')), "\n";
}
(new RedisLock('plain', 10, $redis->address(), autoRelease: false))->acquire() || exit(1);
$plain = RedisLock::describe('plain', $redis->address());
var_dump($plain['permits'], $plain['holders'], $plain['resting']);
--EXPECT--
2 of 5: 2, 3
string(3) "api"
string(4) "jobs"
bool(true)
bool(true)
*: {"api":5}
api: {"api":5}
*permit*: []
int(1)
array(0) {
}
bool(false)
