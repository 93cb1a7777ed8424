--TEST--
diagnose() reports what each server says of itself and refuses, throws nothing for one that is away, and shows no password
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../acl/users.inc';

$redis = RedisServer::start();
[$node] = RedisLock::diagnose($redis->address());
echo implode(' ', array_map(fn (string $name, mixed $fact): string => $name . ':' . get_debug_type($fact), array_keys($node), $node)), "\n";
var_dump($node['info']['role'], $node['config']['maxmemory-policy'], $node['refusals']['set'], $node['refusals']['get']);
[$listed] = RedisLock::diagnose($redis->address(), clients: true);
var_dump(str_contains($listed['clients'], 'cmd=client'), $listed['info']['role'], $listed['config'], $listed['refusals']);

ini_set('redislock.prefix', 'app:');
$address = address_of_user($redis, 'shop', '~app:orders:* ' . LOCK_COMMANDS);
$may = fn (?string $key): string => RedisLock::diagnose($address, $key)[0]['refusals']['set'];
var_dump($may('orders:1'), strtok($may(null), ' '));
$away = 'redis://bob:s3cret@127.0.0.1:' . ($port = free_port());
$three = RedisLock::diagnose([$redis->address(), $away, $redis->unix()]);
echo json_encode(array_column($three, 'error')) === json_encode([null, "127.0.0.1:$port: connection refused", null]) ? '' : 'wrong errors ';
var_dump($three[1]['user'], $three[1]['latency'], $three[1]['info'], str_contains(print_r($three, true), 's3cret'));
var_dump(RedisLock::diagnose('memory:'), $redis->call('DBSIZE'));
foreach ([
    fn () => RedisLock::diagnose('localhost'),
    fn () => RedisLock::diagnose(null, 'a:rl-wake'),
    fn () => RedisLock::diagnose(null, []),
    fn () => RedisLock::diagnose(null, null, []),
] as $call) {
    echo throws($call), "\n";
}
--EXPECTF--
node:string sentinel:bool error:null latency:float clock:float user:string info:array config:array refusals:array clients:null tracking:bool
string(6) "master"
string(10) "noeviction"
string(16) "ERR syntax error"
NULL
bool(true)
string(6) "master"
array(0) {
}
array(2) {
  ["client|list"]=>
  NULL
  ["info"]=>
  NULL
}
string(16) "ERR syntax error"
string(6) "NOPERM"
string(3) "bob"
NULL
array(0) {
}
bool(false)
array(0) {
}
int(0)
ValueError: RedisLock::diagnose(): Argument #1 ($server) must start with %s
ValueError: RedisLock::diagnose(): Argument #2 ($key) must not contain ":rl-", which is reserved for the keys beside a lock
TypeError: RedisLock::diagnose(): Argument #2 ($key) must be of type ?string, array given
TypeError: RedisLock::diagnose(): Argument #3 ($clients) must be of type bool, array given
