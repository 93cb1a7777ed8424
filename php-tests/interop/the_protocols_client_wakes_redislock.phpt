--TEST--
RedisLock sleeps in Redis while the client of docs/protocol.md holds its key, and is woken by the release
--SKIPIF--
<?php
require __DIR__ . '/protocol_client.inc';
echo skip_without_redis_py();
--FILE--
<?php
require __DIR__ . '/protocol_client.inc';

$redis = RedisServer::start();
$client = protocol_client($redis, test_key());
say('the client acquires', $client->acquire());
$waiter = waiter($redis, $client->key);
until_blocked($redis);
$before = now();
say('the client releases', $client->release());
// Its slice would end 1 s after it began, which was just now.
within(0, acquired_at($waiter) - $before, 0.5, 'RedisLock was woken');
say('the client acquires', $client->acquire());
$waiter->say();
$waiter->wait();
show_what_is_left($redis);
--EXPECT--
the client acquires: yes
the client releases: yes
RedisLock was woken: yes
the client acquires: no
left: nothing
