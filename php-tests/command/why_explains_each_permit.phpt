--TEST--
redislock why explains each permit's holder, and how all of them are removed; a lock that has no ttl; and a key that starts with a dash
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
foreach (['', ':rl-permit-3{-api}'] as $n => $companion) {
    $redis->call('SET', "-api$companion", "rl_0123456789abcdef0123456789abcdef@web$n", ...[[], ['EX', '600']][$n]);
}
$redis->call('SET', '-api:rl-permits{-api}', '3');
tell(redislock($redis, ['why', '--', '-api']), ['9 m 59 s' => 'LEFT', '10 m 00 s' => 'LEFT', '--watch 301s' => '--watch 300s', '--watch 299s' => '--watch 300s']);
tell(redislock($redis, ['why', '--watch', '0', 'a']));
tell(redislock($redis, ['why', '--watch', 'long', 'a']));
--EXPECT--
"-api" is held: 2 of 3 permits

permit   1, held by web0
token    rl_0123…@web0
left     for ever
since    not known: set redislock.label with %t in it, and the holders of later locks
         will say
renewed  not needed: it has no ttl, and is kept for ever
signals  yes: its release wakes a waiter at once

permit   3, held by web1
token    rl_0123…@web1
left     LEFT
since    not known: set redislock.label with %t in it, and the holders of later locks
         will say
renewed  not known: it was not watched for long enough
signals  yes: its release wakes a waiter at once

waiters  none
fence    none: no lease of the last day had a number

what you can do
- check whether the holder of permit 1 is alive: this lock never expires
- check whether the lock is renewed:
    redislock why --watch 300s -- -api
- only when its holder is certainly dead, because another process takes the lock at
  once:
    redislock release --force --permits 3 -- -api
-> 0
redislock: --watch must be more than 0 and at most 3600 seconds
redislock: see redislock why --help
-> 64
redislock: --watch must be a number of seconds, or INF
redislock: see redislock why --help
-> 64
