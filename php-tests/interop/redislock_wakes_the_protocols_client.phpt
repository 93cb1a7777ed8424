--TEST--
The client of docs/protocol.md sleeps in Redis while RedisLock holds its key, and is woken by the release
--SKIPIF--
<?php
require __DIR__ . '/protocol_client.inc';
echo skip_without_redis_py();
--FILE--
<?php
require __DIR__ . '/protocol_client.inc';

$redis = RedisServer::start();
$client = protocol_client($redis, test_key());
$lock = new RedisLock($client->key, 600, $redis->address());
say('RedisLock acquires', $lock->acquire());
$client->say('wait');
until_blocked($redis);
$before = now();
say('RedisLock releases', $lock->release());
say('the client acquires', $client->answer());
// Its slice would end 1 s after it began, which was just now.
within(0, now() - $before, 0.5, 'it was woken');
say('RedisLock acquires', $lock->acquire());
say('the client releases', $client->release());
show_what_is_left($redis);
--EXPECT--
RedisLock acquires: yes
RedisLock releases: yes
the client acquires: yes
it was woken: yes
RedisLock acquires: no
the client releases: yes
left: nothing
