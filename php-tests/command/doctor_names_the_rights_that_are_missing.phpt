--TEST--
redislock doctor names the commands and keys that a user lacks, what is missing without them, and the rule that grants them
--FILE--
<?php
require __DIR__ . '/doctor.inc';

$redis = RedisServer::start();
$redis->call('SET', 'orders:1', 'held', 'EX', '900');
$rules = [
    ['~* +@all', []],
    ['~orders:* ' . LOCK_COMMANDS, ['orders:1']],
    ['~orders:* ' . LOCK_COMMANDS, []],
    ['~orders:* +@all', ['bills:1']],
    ['~orders:1 +@all', ['orders:1']],
    ['~orders:1 ~orders:1:rl-permit* ~orders:1:rl-waiting* +@all', ['orders:1']],
    ['~orders:1* +@all', ['orders:1']],
    ['~* +@all -del -blpop -time', []],
];
foreach ($rules as [$rule, $words]) {
    echo "== $rule ", implode($words), "\n";
    $told = doctor($redis, $words, [' ' . place($redis) => ''], ['rights', 'keys', 'server'], ['REDISLOCK_SERVER' => address_of_user($redis, 'shop', $rule)]);
    $advice = preg_grep('/^ACL/', array_filter(array_column($told['findings'], 'advice')));
    echo $advice === [] ? '' : implode("\n", $advice) . "\n";
    echo implode(preg_grep('/every command/', array_column($told['findings'], 'message'))), "\n";
}
echo implode(' ', $redis->call('KEYS', '*')), ' ', json_encode($redis->call('TTL', 'orders:1') > 800), "\n";
--EXPECTF--
== ~* +@all 
ok -> 0
user "shop" may run every command that locks need
== ~orders:* +set +get +del +eval +evalsha +exists +pttl +pexpire +persist +llen +rpush +blpop +wait +time orders:1
note server: it does not tell user "shop" everything: INFO and CONFIG GET are refused
note rights: user "shop" may not run MGET (several keys are read one by one), SCAN, GETRANGE (locks cannot be listed), TYPE (the type of other locks is not shown)%S
ok -> 0
ACL SETUSER shop +mget +scan +getrange +type%S

== ~orders:* +set +get +del +eval +evalsha +exists +pttl +pexpire +persist +llen +rpush +blpop +wait +time 
note server: it does not tell user "shop" everything: INFO and CONFIG GET are refused
note rights: user "shop" may not run MGET (several keys are read one by one), SCAN, GETRANGE (locks cannot be listed), TYPE (the type of other locks is not shown)%S
warning keys: user "shop" may not touch the key "redislock-doctor", and Redis does not say which keys it may: whether one can be locked was not tried
warning -> 1
ACL SETUSER shop +mget +scan +getrange +type%S

== ~orders:* +@all bills:1
error keys: user "shop" may not touch the key "bills:1": it cannot be locked
error -> 1
ACL SETUSER shop ~bills:1* +rpush
user "shop" may run every command that locks need; RPUSH was not tried
== ~orders:1 +@all orders:1
error keys: user "shop" may touch the key "orders:1" but not all keys beside it, which begin with it: it cannot be locked, or not be released
error -> 1
ACL SETUSER shop ~orders:1* +rpush
user "shop" may run every command that locks need; RPUSH was not tried
== ~orders:1 ~orders:1:rl-permit* ~orders:1:rl-waiting* +@all orders:1
error keys: user "shop" may touch the key "orders:1" but not all keys beside it, which begin with it: it cannot be locked, or not be released
error -> 1
ACL SETUSER shop ~orders:1* +rpush
user "shop" may run every command that locks need; RPUSH was not tried
== ~orders:1* +@all orders:1
ok -> 0
user "shop" may run every command that locks need
== ~* +@all -del -blpop -time 
error rights: user "shop" may not run DEL (locks are taken and cannot be released); RPUSH was not tried
note rights: user "shop" may not run BLPOP (waiters try again every 100 ms), TIME (fences count on from the last)
error -> 1
ACL SETUSER shop +del +rpush
ACL SETUSER shop +blpop +time

orders:1 true
