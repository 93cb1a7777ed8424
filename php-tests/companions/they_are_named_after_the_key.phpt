--TEST--
The keys beside a lock begin with its key and share its slot, if its braces are a hash tag: after a hash tag plain, else with the key as tag
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';

$redis = RedisServer::start();
foreach (['job', 'a:b c', '{user}:job', 'a}b{c}', 'a}b', '{}x', '}{', '{', '{}{c}'] as $key) {
    $commands = $redis->monitor();
    $lock = new RedisLock($key, 10, $redis->address());
    $lock->acquire() || exit(1);
    $promise = substr($lock->token(), 0, 3);
    $lock->release();
    foreach (array_filter($commands(), fn (array $words): bool => $words[0] === 'EVALSHA' && $words[1] === sha1(script_as_sent('release_one'))) as $words) {
        echo $promise, ' ', implode('  ', array_slice($words, 3, (int) $words[2])), "\n";
    }
}
--EXPECT--
rl_ job  job:rl-waiting{job}  job:rl-wake{job}
rl_ a:b c  a:b c:rl-waiting{a:b c}  a:b c:rl-wake{a:b c}
rl_ {user}:job  {user}:job:rl-waiting  {user}:job:rl-wake
rl_ a}b{c}  a}b{c}:rl-waiting  a}b{c}:rl-wake
rl_ a}b  a}b:rl-waiting{a}b}  a}b:rl-wake{a}b}
rl_ {}x  {}x:rl-waiting{{}x}  {}x:rl-wake{{}x}
rl_ }{  }{:rl-waiting{}{}  }{:rl-wake{}{}
rl_ {  {:rl-waiting{{}  {:rl-wake{{}
rl_ {}{c}  {}{c}:rl-waiting{{}{c}}  {}{c}:rl-wake{{}{c}}
