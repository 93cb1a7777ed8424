--TEST--
redislock doctor reports an eviction policy that removes locks, a full server, and locks that a crash loses
--FILE--
<?php
require __DIR__ . '/doctor.inc';

$redis = RedisServer::start('--appendonly', 'yes', '--appendfsync', 'always', '--maxmemory', '900mb');
$hide = [' ' . place($redis) => ''];
foreach (['allkeys-lru', 'volatile-ttl', 'noeviction'] as $policy) {
    $redis->call('CONFIG', 'SET', 'maxmemory-policy', $policy);
    doctor($redis, [], $hide);
}
$redis->call('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-random');
$redis->call('CONFIG', 'SET', 'maxmemory', '0');
doctor($redis, [], $hide);
foreach (['everysec' => 'yes', '' => 'no', '900 1' => 'no'] as $how => $appends) {
    $redis->call('CONFIG', 'SET', 'appendonly', $appends);
    $redis->call('CONFIG', 'SET', $appends === 'yes' ? 'appendfsync' : 'save', $how);
    doctor($redis, [], $hide, ['persistence']);
}
$redis->call('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
$redis->call('CONFIG', 'SET', 'maxmemory', '1');
doctor($redis, [], $hide + ["when used memory > 'maxmemory'" => ''], ['write', 'eviction']);
--EXPECTF--
error eviction: maxmemory-policy is allkeys-lru: when it is full it removes locks that are held, and a second holder gets them
error -> 1
error eviction: maxmemory-policy is volatile-ttl: when it is full it removes locks that are held, and a second holder gets them
error -> 1
ok -> 0
warning eviction: maxmemory-policy is allkeys-random, and maxmemory is 0: with a limit it would remove locks that are held
warning -> 1
note persistence: a crash of it loses locks: those of the last second. Their holders work on until their next request
warning -> 1
note persistence: a crash of it loses locks: all of them, and so does a restart. Their holders work on until their next request
warning -> 1
note persistence: a crash of it loses locks: those since its last snapshot. Their holders work on until their next request
warning -> 1
error write: it refuses to write: OOM command not allowed%s
error -> 1
