--TEST--
redislock doctor names what a user lacks as an error where acquire(), extend() or release() is refused, and only there
--FILE--
<?php
require __DIR__ . '/doctor.inc';

$redis = RedisServer::start();
foreach (['~* +@all -eval -evalsha', '~* +@all -evalsha', '~* +@all -get', '~* +@all -del', '~* +@all -pexpire', '~k +@all', '~k ~k:rl-waiting* +@all', '~k* +@all'] as $number => $rules) {
    $address = address_of_user($redis, "shop$number", $rules);
    $lock = new RedisLock('k', 5, $address);
    $refused = array_filter(['acquire', 'extend', 'release'], function (string $method) use ($lock): bool {
        return str_starts_with(throws(fn () => $method === 'extend' ? $lock->extend(60) : $lock->$method()), RedisLockServerException::class);
    });
    echo "== $rules: ", implode(' ', $refused), "\n";
    doctor($redis, ['k'], [' ' . place($redis) => ''], ['rights', 'keys'], ['REDISLOCK_SERVER' => $address]);
    $redis->call('FLUSHALL');
}
--EXPECT--
== ~* +@all -eval -evalsha: acquire
error rights: user "shop0" may not run EVAL (locks are refused)
note rights: user "shop0" may not run EVALSHA (each script is sent with its text)
error -> 1
== ~* +@all -evalsha: 
note rights: user "shop1" may not run EVALSHA (each script is sent with its text)
ok -> 0
== ~* +@all -get: acquire
error rights: user "shop2" may not run GET (locks are refused)
error -> 1
== ~* +@all -del: release
error rights: user "shop3" may not run DEL (locks are taken and cannot be released); RPUSH was not tried
error -> 1
== ~* +@all -pexpire: extend
error rights: user "shop4" may not run PEXPIRE (locks cannot be extended)
error -> 1
== ~k +@all: acquire
error keys: user "shop5" may touch the key "k" but not all keys beside it, which begin with it: it cannot be locked, or not be released
error -> 1
== ~k ~k:rl-waiting* +@all: release
error keys: user "shop6" may touch the key "k" but not all keys beside it, which begin with it: it cannot be locked, or not be released
error -> 1
== ~k* +@all: 
ok -> 0
