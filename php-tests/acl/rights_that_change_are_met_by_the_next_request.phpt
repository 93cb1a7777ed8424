--TEST--
Rights that are taken or given while a process runs are met by its next request, on the connection that it has
--FILE--
<?php
require __DIR__ . '/../support/redis.inc';
require __DIR__ . '/../errors/methods.inc';
require __DIR__ . '/users.inc';

$redis = RedisServer::start();
$address = address_of_user($redis, 'bob', '~k* ~x +@all');
$lock = new RedisLock('k', 60, $address);
$ask = fn (string $method): string => preg_replace('/^(\w+): .*; (the user.*?);.*/', '$1: $2', answer(fn () => $lock->$method()));
$set = fn (string ...$rules): string => $redis->call('ACL', 'SETUSER', 'bob', ...$rules);
foreach ([['-eval', '-evalsha'], ['resetkeys', '~k'], ['resetkeys', '~x'], ['-get']] as $taken) {
    echo '-- ', implode(' ', $taken), "\n", $ask('acquire'), ' ', $set(...$taken), ' ', $ask('release'), "\n";
    echo $set('~k*', '+@all'), ' ', $ask('release'), "\n";
    // After a refusal the next acquire goes by the script: one SET would take what could not be released.
    echo $set(...$taken), ' ', $ask('acquire'), ', left: ', implode(' ', $redis->call('KEYS', '*')), "\n";
    echo $set('~k*', '+@all'), ' ', $ask('acquire'), ' ', $ask('extend'), ' ', $ask('release'), "\n";
}
var_dump(count(array_filter($redis->clients(), fn (array $client): bool => $client['user'] === 'bob')));
--EXPECT--
-- -eval -evalsha
true OK RedisLockServerException: the user needs +eval +get +del
OK true
OK RedisLockServerException: the user needs +eval +get +set +exists +pttl, left: 
OK true true true
-- resetkeys ~k
true OK RedisLockServerException: the user's key patterns must cover k*
OK true
OK RedisLockServerException: the user's key patterns must cover k*, left: 
OK true true true
-- resetkeys ~x
true OK RedisLockServerException: the user's key patterns must cover k*
OK true
OK RedisLockServerException: the user's key patterns must cover k*, left: 
OK true true true
-- -get
true OK RedisLockServerException: the user needs +eval +get +del
OK true
OK RedisLockServerException: the user needs +eval +get +set +exists +pttl, left: 
OK true true true
int(1)
