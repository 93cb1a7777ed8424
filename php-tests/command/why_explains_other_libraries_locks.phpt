--TEST--
redislock why tells which library's lock a key has, by the type and form of its value and by its name, and what is no lock
--FILE--
<?php
require __DIR__ . '/command.inc';

$redis = RedisServer::start();
$redis->call('ZADD', 'symfony', '1', 'token');
$redis->call('HSET', 'redisson', 'b8f2c1a0-0000-4000-8000-000000000000:1', '1');
$redis->call('RPUSH', 'queue', 'job');
$redis->call('XADD', 'log', '*', 'a', 'b');
foreach ([
    'laravel' => 'abcdefghijklmnOP', 'packed' => 's:16:"abcdefghijklmnOP";', 'redis-py' => str_repeat('0a', 16), 'spring' => 'b8f2c1a0-0000-4000-8000-000000000000',
    'redsync' => base64_encode(str_repeat('a', 16)), 'bsm' => rtrim(base64_encode(str_repeat('a', 16)), '='), 'python-redis-lock' => base64_encode(str_repeat('a', 18)),
    'symfony-5.1' => base64_encode(str_repeat('a', 32)), 'shedlock' => 'ADDED:2026-11-25T02:45:00.000Z@host', 'time' => '1764038700', 'word' => 'locked', 'long' => str_repeat('x', 4097),
    'laravel_cache:laravel_unique_job:App\\Jobs\\Import7' => 'abcdefghijklmnOP', 'framework/schedule-da39a3ee' => 'abcdefghijklmnOP',
] as $key => $value) {
    $redis->call('SET', $key, $value, 'EX', '600');
    $keys[] = $key;
}
foreach (['symfony', 'redisson', 'queue', 'log', ...$keys] as $key) {
    $told = json_decode(redislock($redis, ['why', $key, '--json'])->out, true);
    echo "$key: $told[state], $told[made_by]", $told['purpose'] === null ? '' : '; ' . substr($told['purpose'], 0, 48) . '...', "\n";
}
echo strstr(redislock($redis, ['why', 'symfony'])->out, 'what you can do'), strstr(redislock($redis, ['why', 'time'])->out, 'or, only');
$redis->call('SET', 'rest', 'rl_rest', 'PX', '60000');
tell(redislock($redis, ['why', 'rest']), ['left     59' => 'left     N', 'left     1 m 00 s' => 'left     N.9 s']);
--EXPECTREGEX--
symfony: foreign, a sorted set, as Symfony's RedisStore and Semaphore write it
redisson: foreign, a hash, as Redisson's RLock writes it
queue: foreign, a list, which is no lock of a library that is known here
log: foreign, a stream, which is no lock
laravel: foreign, in the form of Laravel: Cache::lock\(\), by its own driver or by redislock's
packed: foreign, in the form of Laravel: Cache::lock\(\), with values that phpredis serializes
redis-py: foreign, in the form of redis-py: Lock, or Redlock for Node.js
spring: foreign, in the form of one that takes a UUID, such as Spring Integration, RedLock.net or Redlock for Ruby
redsync: foreign, in the form of redsync, for Go
bsm: foreign, in the form of bsm\/redislock, for Go
python-redis-lock: foreign, in the form of python-redis-lock
symfony-5.1: foreign, in the form of Symfony: Lock before 5.2, or hand-written code with its token
shedlock: foreign, in the form of ShedLock, for Java
time: foreign, in the form of hand-written code: a number, such as a time or a process
word: foreign, in the form of no library that is known here
long: foreign, too long for a token, or empty, so that it is probably no lock
laravel_cache:laravel_unique_job:App\\Jobs\\Import7: foreign, in the form of Laravel: Cache::lock\(\), by its own driver or by redislock's; Laravel takes it when it queues a job that must ...
framework\/schedule-da39a3ee: foreign, in the form of Laravel: Cache::lock\(\), by its own driver or by redislock's; Laravel's scheduler holds it while a command wit...
what you can do
- find the program that made it: it has no ttl, so that no time ends it
- or, only when that program is gone for certain, remove it:
    redislock release symfony --force --all
or, only when that program is gone for certain, remove it:
    redislock release time --force
"rest" is at rest: no process holds it, and no process can take it before that is over
left     N\.\d s
waiters  none

what you can do
- wait: the last holder asked for this time by atLeast \(--at-least\), so that a job runs
  once
- or, where the job must run now, end the rest:
    redislock release rest --force
-> 0
